/** The part of a picture that is shown. `x` and `y` are its center, as fractions of the picture. */
export interface View {
  zoom: number
  x: number
  y: number
}

export const WHOLE: View = { zoom: 1, x: 0.5, y: 0.5 }
export const ZOOM_MAX = 8

/** The same view with its center moved so far that nothing beside the picture is shown. */
function within({ zoom, x, y }: View): View {
  const edge = 0.5 / zoom
  const limited = (at: number) => Math.min(1 - edge, Math.max(edge, at))
  return { zoom, x: limited(x), y: limited(y) }
}

/** Zooms around the center of the view. */
export const zoomedBy = (view: View, factor: number): View =>
  within({ ...view, zoom: Math.min(ZOOM_MAX, Math.max(WHOLE.zoom, view.zoom * factor)) })

/** Moves the view by fractions of its own width and height. */
export const movedBy = (view: View, [right, down]: readonly [number, number]): View =>
  within({ ...view, x: view.x + right / view.zoom, y: view.y + down / view.zoom })

/** The CSS transform, around the top left corner, that fills the frame with the view. */
export const transformOf = ({ zoom, x, y }: View): string =>
  `translate(${((0.5 - x * zoom) * 100).toFixed(3)}%, ${((0.5 - y * zoom) * 100).toFixed(3)}%) scale(${zoom})`
