import type { Size } from './zoom-view.ts'

/** A drawing up to this size in units is shown with a line at each unit, as icons are drawn. */
const UNITS_MAX = 64
/** The squares along the longer side of anything larger. */
const SQUARES = 24

/** Returns how many columns and rows the grid over a picture has. */
export function gridOf({ width, height }: Size): { columns: number; rows: number } {
  if (Math.max(width, height) <= UNITS_MAX) return { columns: Math.round(width), rows: Math.round(height) }
  const square = Math.max(width, height) / SQUARES
  return { columns: Math.max(1, Math.round(width / square)), rows: Math.max(1, Math.round(height / square)) }
}
