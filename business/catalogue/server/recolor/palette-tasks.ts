/** These functions run in child processes; previews/draw-previews.ts starts them. */

import { useMode as addMode, converter, modeOklab, modeRgb } from 'culori/fn'
import { refuse } from '#platform/server/refusal.ts'
import { colorsOfSvg, recolorSvg } from '#platform/svg/recolor-svg.ts'
import { refusals } from '../../contract.ts'
import { PALETTE_MAX, type PaletteColor } from '../../recolor.rules.ts'
import { decode, measure, type Pixels, reading } from '../image-analysis/decode-picture.ts'

addMode(modeRgb)
addMode(modeOklab)
const toOklab = converter('oklab')

/** How many colors of a drawing are looked for among its pixels. A drawing with more is a picture made of paths. */
const COUNTED_MAX = 256
const SHARE_DIGITS = 10_000

/** Returns the colors that a cleaned SVG uses, with their shares of what it draws, largest first. */
export async function readPalette(bytes: Uint8Array): Promise<PaletteColor[]> {
  const colors = colorsOfSvg(new TextDecoder().decode(bytes))?.slice(0, COUNTED_MAX) ?? []
  if (colors.length === 0) return []
  return reading(async () => {
    const shares = sharesOf(await decode(bytes, 'svg', await measure(bytes, 'svg'), 320), colors)
    const palette = colors.map((color, index) => ({ color, share: Math.floor((shares[index] ?? 0) * SHARE_DIGITS) / SHARE_DIGITS }))
    return palette.sort((one, other) => other.share - one.share).slice(0, PALETTE_MAX)
  })
}

/** Each pixel counts for the color that looks most like it, as much as it is opaque: on soft edges and in gradients two colors mix. */
function sharesOf({ data }: Pixels, colors: readonly string[]): number[] {
  const counts = colors.map(() => 0)
  const nearest = nearestOf(colors)
  let total = 0
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    if (alpha === 0) continue
    const place = nearest(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
    counts[place] = (counts[place] ?? 0) + alpha
    total += alpha
  }
  return counts.map((count) => (total === 0 ? 0 : count / total))
}

/** Compares in OKLab, where a distance is how different two colors look. Each color is compared once. */
function nearestOf(colors: readonly string[]): (red: number, green: number, blue: number) => number {
  const placed = colors.map((color) => toOklab(color))
  const known = new Map<number, number>()
  return (red, green, blue) => {
    const key = (red << 16) | (green << 8) | blue
    const found = known.get(key)
    if (found !== undefined) return found
    const { l, a, b } = toOklab({ mode: 'rgb', r: red / 255, g: green / 255, b: blue / 255 })
    let [best, least] = [0, Number.POSITIVE_INFINITY]
    placed.forEach((color, index) => {
      const distance = color ? (color.l - l) ** 2 + (color.a - a) ** 2 + (color.b - b) ** 2 : Number.POSITIVE_INFINITY
      if (distance < least) [best, least] = [index, distance]
    })
    known.set(key, best)
    return best
  }
}

/** Returns a cleaned SVG in other colors. */
export async function recolorBytes(bytes: Uint8Array, changes: readonly (readonly [string, string])[]): Promise<Buffer> {
  const changed = recolorSvg(new TextDecoder().decode(bytes), new Map(changes))
  if (changed === undefined) throw refuse(refusals, 'not_a_picture')
  return Buffer.from(changed)
}
