import type { Place } from '../../findings.rules.ts'
import type { Component, Mask } from './components.ts'

export type Size = { width: number; height: number }
export type Area = Size & { left: number; top: number }
type Box = Pick<Component, 'left' | 'top' | 'right' | 'bottom'>

/** A place is at least this large, so that people see it. */
const PLACE_MIN = 0.03

/** Returns the box around several boxes, or undefined for none. */
export function joined(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined
  const edge = (side: keyof Box, choose: (one: number, other: number) => number) =>
    boxes.map((box) => box[side]).reduce((one, other) => choose(one, other))
  return { left: edge('left', Math.min), top: edge('top', Math.min), right: edge('right', Math.max), bottom: edge('bottom', Math.max) }
}

/** Returns where a box lies in a picture. What lies beside the picture is marked at its edge. */
export function withinPicture(box: Box, picture: Area): Place {
  const across = span((box.left - picture.left) / picture.width, (box.right + 1 - picture.left) / picture.width)
  const down = span((box.top - picture.top) / picture.height, (box.bottom + 1 - picture.top) / picture.height)
  return { x: across.from, y: down.from, width: across.length, height: down.length }
}

function span(from: number, to: number): { from: number; length: number } {
  const inside = (value: number) => Math.min(1, Math.max(0, value))
  const length = Math.max(PLACE_MIN, inside(to) - inside(from))
  const middle = (inside(from) + inside(to)) / 2
  const start = Math.min(1 - length, Math.max(0, middle - length / 2))
  return { from: rounded(start), length: rounded(length) }
}

const rounded = (fraction: number): number => Math.round(fraction * 1000) / 1000

/** Whether a box reaches an area, or comes closer to it than `margin`. */
export const touches = (box: Box, area: Area, margin: number): boolean =>
  box.right >= area.left - margin &&
  box.left <= area.left + area.width + margin &&
  box.bottom >= area.top - margin &&
  box.top <= area.top + area.height + margin

/** Empties an area of a mask and a margin around it. */
export function withoutArea(mask: Mask, { left, top, width, height }: Area, margin: number): Mask {
  const from = Math.max(0, Math.floor(left - margin))
  const to = Math.min(mask.width, Math.ceil(left + width + margin))
  for (let y = Math.max(0, Math.floor(top - margin)); y < Math.min(mask.height, Math.ceil(top + height + margin)); y += 1)
    mask.data.fill(0, y * mask.width + from, y * mask.width + to)
  return mask
}

/** Returns which share of an area is not empty. */
export function coverageOf({ data, width }: Mask, area: Area): number {
  const [left, top, right, bottom] = [area.left, area.top, area.left + area.width, area.top + area.height].map(Math.round)
  let covered = 0
  for (let y = top ?? 0; y < (bottom ?? 0); y += 1) for (let x = left ?? 0; x < (right ?? 0); x += 1) covered += data[y * width + x] ?? 0
  return covered / (area.width * area.height)
}
