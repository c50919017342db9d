import type { BodyRow } from './view.queries.ts'

/** A drawing of an icon in Iconify’s JSON. */
export type Drawn = { body: string; left?: number; top?: number; width?: number; height?: number }

/** Returns the icon as Iconify's JSON has it: what the set says is left out. */
export function drawnOf({ body, left, top, width, height }: BodyRow): Drawn | undefined {
  if (body === null) return undefined
  return {
    body,
    ...(left !== null && { left }),
    ...(top !== null && { top }),
    ...(width !== null && { width }),
    ...(height !== null && { height })
  }
}
