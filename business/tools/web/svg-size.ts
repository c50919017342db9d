import type { PictureSize } from '../compress.rules.ts'

/** CSS pixels in one of each unit; an em is taken as the browsers' usual letter. */
const UNITS: Record<string, number> = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, em: 16, rem: 16, ex: 8 }

/** What browsers take for a drawing that names no size. */
const USUAL: PictureSize = { width: 300, height: 150 }

type Attributes = { width: string | null; height: string | null; viewBox: string | null }

/** How wide and high a drawing wants to be, in CSS pixels: by its own attributes, else by its view box. */
export function svgSize({ width, height, viewBox }: Attributes): PictureSize {
  const own = { width: lengthOf(width), height: lengthOf(height) }
  const box = boxOf(viewBox)
  if (own.width && own.height) return { width: own.width, height: own.height }
  if (!box) return { width: own.width ?? USUAL.width, height: own.height ?? USUAL.height }
  if (own.width) return { width: own.width, height: (own.width * box.height) / box.width }
  if (own.height) return { width: (own.height * box.width) / box.height, height: own.height }
  return box
}

/** Nothing for a part of its surroundings ('100%'), 'auto' and what is no length. */
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
