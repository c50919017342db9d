/** The frame of the widest preview, in pixels. */
export const FRAME = { width: 1200, height: 2400 } as const

/** In points, 72 to the inch, the way up it is read. */
export type PageSize = { width: number; height: number }
export type PageDrawn = PageSize & { pixels: { width: number; height: number } }

/** How the process that draws a PDF ends. */
export const OUTCOMES = { drawn: 0, damaged: 3, locked: 4 } as const

/** Pixels for each point, so that the page fills the frame. */
export const scaleFor = ({ width, height }: PageSize): number => Math.min(FRAME.width / width, FRAME.height / height)

/** Pixels of the page in that frame: never less than one. */
export function boxFor(page: PageSize): { width: number; height: number } {
  const pixels = (points: number) => Math.max(1, Math.round(points * scaleFor(page)))
  return { width: pixels(page.width), height: pixels(page.height) }
}
