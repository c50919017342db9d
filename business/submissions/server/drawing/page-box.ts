/** The largest box of a preview, in pixels. */
export const FRAME = { width: 1200, height: 2400 } as const

/** The page's size in points (72 per inch), after its rotation is applied. */
export type PageSize = { width: number; height: number }

/** `has_pictures`: pictures made of pixels. */
export type PageContent = { words: string; has_pictures: boolean }

/** `picture` is a PNG with a transparent background, no larger than the frame of the widest preview. `content` is known of a PDF. */
export type DrawnPage = PageSize & { picture: Buffer; content?: PageContent | null }

/** `ghostscript`: whether PostScript may be run at all. */
export type DrawingOptions = { temp_dir: string; limit_ms: number; ghostscript: boolean }

/** Pixels per point for a page that fills the frame. */
export const scaleFor = ({ width, height }: PageSize): number => Math.min(FRAME.width / width, FRAME.height / height)

/** Size of the page inside the frame, in pixels; at least 1 by 1. */
export function boxFor(page: PageSize): { width: number; height: number } {
  const pixels = (points: number) => Math.max(1, Math.round(points * scaleFor(page)))
  return { width: pixels(page.width), height: pixels(page.height) }
}
