import type { PictureSize } from '../../compress.rules.ts'

/** CSS pixels per unit. An em is the browsers' default font size. */
const UNITS: Record<string, number> = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, em: 16, rem: 16, ex: 8 }

/** The browsers' default size for an SVG without dimensions. */
const DEFAULT_SIZE: PictureSize = { width: 300, height: 150 }

type Attributes = { width: string | null; height: string | null; viewBox: string | null }

/** Returns the size of an SVG in CSS pixels, from its width and height, otherwise from its view box. */
export function svgSize({ width, height, viewBox }: Attributes): PictureSize {
  const own = { width: lengthOf(width), height: lengthOf(height) }
  const box = boxOf(viewBox)
  if (own.width && own.height) return { width: own.width, height: own.height }
  if (!box) return { width: own.width ?? DEFAULT_SIZE.width, height: own.height ?? DEFAULT_SIZE.height }
  if (own.width) return { width: own.width, height: (own.width * box.height) / box.width }
  if (own.height) return { width: (own.height * box.width) / box.height, height: own.height }
  return box
}

/** Returns undefined for percentages, 'auto', and invalid lengths. */
function lengthOf(text: string | null): number | undefined {
  const [, number, unit = ''] = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(text ?? '') ?? []
  const pixels = Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN)
  return pixels > 0 && Number.isFinite(pixels) ? pixels : undefined
}

function boxOf(text: string | null): PictureSize | undefined {
  const [, , width = 0, height = 0] = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width > 0 && height > 0 ? { width, height } : undefined
}
