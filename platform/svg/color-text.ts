import {
  useMode as addMode,
  converter,
  formatHex,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeOklab,
  modeOklch,
  modeRgb,
  parse
} from 'culori/fn'

for (const mode of [modeRgb, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch]) addMode(mode as typeof modeRgb)
const toRgb = converter('rgb')

/** `hex` is '#rrggbb' in lower case; `alpha` is 0 to 1. */
export type ReadColor = { hex: string; alpha: number }

/** SVG mixes numbers and percentages in one rgb(), which style sheets do not allow. */
const RGB = /^rgba?\(\s*([-+\d.]+%?)[\s,]+([-+\d.]+%?)[\s,]+([-+\d.]+%?)(?:[\s,/]+([-+\d.]+%?))?\s*\)$/
const TOKEN_MAX = 100
const known = new Map<string, ReadColor | undefined>()
const KNOWN_MAX = 5000

/** Reads one color in any spelling: '#fff', 'RED', 'rgb(100%, 0, 0)', 'hsl(…)'. Undefined for anything else, 'currentColor' and 'none' included. */
export function readColor(text: string): ReadColor | undefined {
  if (text.length > TOKEN_MAX) return undefined
  const plain = text.trim().toLowerCase()
  if (known.has(plain)) return known.get(plain)
  const color = parseColor(plain)
  if (known.size < KNOWN_MAX) known.set(plain, color)
  return color
}

function parseColor(text: string): ReadColor | undefined {
  const [, red, green, blue, alpha] = RGB.exec(text) ?? []
  if (red && green && blue) {
    const [r, g, b] = [red, green, blue].map((part) => shareOf(part, 255))
    const hex = formatHex({ mode: 'rgb', r: r ?? 0, g: g ?? 0, b: b ?? 0 })
    return { hex, alpha: alpha === undefined ? 1 : shareOf(alpha, 1) }
  }
  const found = text === 'transparent' ? undefined : parse(text)
  if (!found) return undefined
  const hex = formatHex(toRgb(found))
  return { hex, alpha: found.alpha ?? 1 }
}

const shareOf = (part: string, whole: number): number => {
  const share = part.endsWith('%') ? Number.parseFloat(part) / 100 : Number.parseFloat(part) / whole
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}

/** Writes a color in the way of the text that it replaces, with the same opacity. */
export function writtenLike(text: string, hex: string, alpha: number): string {
  if (alpha >= 1) return hex
  if (text.startsWith('#')) return hex + (text.length <= 5 ? text.slice(4).repeat(2) : text.slice(7))
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgba(${red},${green},${blue},${Number(alpha.toFixed(4))})`
}
