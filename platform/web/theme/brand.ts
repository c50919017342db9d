/** Colors are '#rrggbb'. Numbers are WCAG 2 contrast ratios. */
export const DEFAULT_BRAND = '#00b4d8'

/** The backgrounds of text in the accent color: the grounds of tokens.css and their tints. */
export const LIGHT_GROUNDS = ['#f6f4ef', '#ffffff', '#edeae2']
export const DARK_GROUNDS = ['#0d1417', '#141d21', '#0a1013']

const INK = '#0d1b20'
const WHITE = '#ffffff'
const BLACK = '#000000'
const READABLE = 4.5
/** Below this contrast, a filled button does not stand out from the background. */
const VISIBLE = 1.6
const HEX = /^#[0-9a-f]{6}$/i
/** More steps than a channel has values, so that the last step is exactly the target. */
const STEPS = 64

type Channels = [red: number, green: number, blue: number]

const channelsOf = (hex: string): Channels => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Channels

const hexOf = (channels: Channels): string => `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

const linear = (channel: number): number => (channel <= 10.31475 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4)

function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

export const isColor = (text: string): boolean => HEX.test(text)

/** Returns the text color on the accent: our ink or white, or pure black when neither is readable. */
export function inkOn(brand: string): string {
  const best = contrast(brand, INK) >= contrast(brand, WHITE) ? INK : WHITE
  return contrast(brand, best) >= READABLE ? best : BLACK
}

/** Returns the accent as a text color: unchanged if it is readable on every ground, else the nearest readable step toward black (light) or white (dark). */
export function textOn(brand: string, grounds: string[], target: string): string {
  const [from, to] = [channelsOf(brand), channelsOf(target)]
  for (let step = 0; step < STEPS; step++) {
    const shade = hexOf(from.map((channel, at) => channel + ((to[at]! - channel) * step) / STEPS) as Channels)
    if (grounds.every((ground) => contrast(shade, ground) >= READABLE)) return shade
  }
  return target
}

/** Returns the style sheet for a person's brand color. Empty for the default color or an invalid one. */
export function brandStyle(brand: string | null | undefined): string {
  if (!brand || !isColor(brand) || brand.toLowerCase() === DEFAULT_BRAND) return ''
  const ink = inkOn(brand)
  const sides = { light: textOn(brand, LIGHT_GROUNDS, BLACK), dark: textOn(brand, DARK_GROUNDS, WHITE) }
  return `:root{${[
    `--accent:${brand}`,
    `--accent-ink:${ink}`,
    `--accent-lift:${ink === WHITE ? BLACK : WHITE}`,
    `--accent-text-light:${sides.light}`,
    `--accent-text-dark:${sides.dark}`,
    ...(fades(brand, LIGHT_GROUNDS) ? [`--accent-edge-light:${sides.light}`] : []),
    ...(fades(brand, DARK_GROUNDS) ? [`--accent-edge-dark:${sides.dark}`] : [])
  ].join(';')}}`
}

const fades = (brand: string, grounds: string[]): boolean => grounds.some((ground) => contrast(brand, ground) < VISIBLE)
