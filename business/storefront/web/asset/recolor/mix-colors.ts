import { useMode as addMode, converter, formatHex, modeOklch, modeRgb, toGamut } from 'culori/fn'
import type { PaletteColor } from '#catalogue/recolor.rules.ts'

/* Loaded when a person first uses what needs it. */

addMode(modeRgb)
addMode(modeOklch)
const toOklch = converter('oklch')
const intoGamut = toGamut('rgb', 'oklch')

/** Turns the hue of a color by degrees. It keeps its lightness, and as much of its chroma as screens can show. */
export function turnHue(hex: string, degrees: number): string {
  const color = toOklch(hex)
  return color ? formatHex(intoGamut({ ...color, h: ((color.h ?? 0) + degrees + 360) % 360 })) : hex
}

/** Gives each color of a drawing, largest first, the saved color that is nearest in lightness. Each is used once, as long as there are some. */
export function matchPalette(palette: readonly PaletteColor[], saved: readonly string[]): Map<string, string> {
  const lightness = (hex: string): number => toOklch(hex)?.l ?? 0
  const changes = new Map<string, string>()
  let left = [...saved]
  for (const { color } of palette) {
    const [best] = left.toSorted(
      (one, other) => Math.abs(lightness(one) - lightness(color)) - Math.abs(lightness(other) - lightness(color))
    )
    if (best === undefined) break
    changes.set(color, best)
    left = left.length > 1 ? left.filter((one) => one !== best) : [...saved]
  }
  return changes
}
