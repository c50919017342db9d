import type { PlainMat } from '#catalogue/rules.ts'

/** The mats behind pictures in the light theme, as the design has them. */
const MATS: Record<PlainMat, string> = { paper: '#efece4', dark: '#1b262b' }

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The ratio of WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Says how well a color can be seen on the mat. */
export function contrastHint(color: string, mat: PlainMat): string {
  const ratio = contrast(color, MATS[mat])
  const words = ratio >= 4.5 ? 'Easy to see' : ratio >= 3 ? 'Clear enough for shapes' : 'Hard to see'
  return `${words} on the ${mat === 'dark' ? 'dark' : 'paper'} background (${ratio.toFixed(1)}:1)`
}
