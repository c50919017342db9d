export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

/** How a picture is shown: its scale, where 1 is one pixel of the picture for each pixel of the page, and its center's distance from the frame's. */
export type View = Point & { scale: number }

export const SCALE_MAX = 8
/** One press of a key or button. */
export const STEP = 1.5
/** One press of an arrow key, in pixels. */
export const PAN = 60

/** The scale at which the whole picture is visible. Small pictures of pixels are not enlarged; drawings are. */
export function fittingScale(picture: Size, frame: Size, isDrawing: boolean): number {
  const fitting = Math.min(frame.width / picture.width, frame.height / picture.height)
  return isDrawing ? fitting : Math.min(1, fitting)
}

export const fitted = (scale: number): View => ({ scale, x: 0, y: 0 })

type Limits = { picture: Size; frame: Size; fitting: number }

/** Returns the view with another scale. The part of the picture under the point, measured from the frame's center, stays there. */
export function zoomed(view: View, scale: number, at: Point, limits: Limits): View {
  const next = Math.min(Math.max(SCALE_MAX, limits.fitting), Math.max(Math.min(limits.fitting, 1), scale))
  const factor = next / view.scale
  return within({ scale: next, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor }, limits)
}

export const panned = (view: View, by: Point, limits: Limits): View => within({ ...view, x: view.x + by.x, y: view.y + by.y }, limits)

/** Keeps the picture in the frame: centered where it is smaller, without a gap at its edges where it is larger. */
function within({ scale, x, y }: View, { picture, frame }: Limits): View {
  const [spareX, spareY] = [(picture.width * scale - frame.width) / 2, (picture.height * scale - frame.height) / 2]
  return { scale, x: bounded(x, spareX), y: bounded(y, spareY) }
}

function bounded(value: number, spare: number): number {
  return spare <= 0 ? 0 : Math.max(-spare, Math.min(spare, value))
}
