/** Pure arithmetic on pixels: what is background, and where the drawing is. */

/** RGBA, one byte for each channel. */
export type Raster = { data: Uint8Array; width: number; height: number }
/** In pixels. */
export type Box = { left: number; top: number; width: number; height: number }
type Color = readonly [red: number, green: number, blue: number]
/** `share` is how much of the picture's edge has this background. */
export type Background = { kind: 'transparent'; share: number } | { kind: 'color'; color: Color; share: number }

/** An alpha below this is see-through. */
const CLEAR = 32
/** A picture with at least this share of its edge see-through has no other background. */
const CLEAR_SHARE = 0.5
/** Colors that differ less than this in each channel are the same background: compression makes such differences. */
const SAME = 24
/** The edge, as a share of the shorter side. */
const EDGE = 0.02

/** Returns the background that most of the picture's edge shows. */
export function backgroundOf(raster: Raster, box: Box): Background {
  const edge = edgeOf(raster, box)
  const clear = edge.filter((at) => (raster.data[at + 3] ?? 0) < CLEAR).length / edge.length
  if (clear >= CLEAR_SHARE) return { kind: 'transparent', share: clear }
  const opaque = edge.filter((at) => (raster.data[at + 3] ?? 0) >= CLEAR)
  const median = (channel: number) => medianOf(opaque.map((at) => raster.data[at + channel] ?? 0))
  const color: Color = [median(0), median(1), median(2)]
  return { kind: 'color', color, share: opaque.filter((at) => differenceFrom(color, raster.data, at) <= SAME).length / edge.length }
}

/** Returns where the edge pixels begin in the data. */
function edgeOf({ width: stride }: Raster, { left, top, width, height }: Box): number[] {
  const depth = Math.max(1, Math.round(Math.min(width, height) * EDGE))
  const places: number[] = []
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (Math.min(x, y, width - 1 - x, height - 1 - y) < depth) places.push(((top + y) * stride + left + x) * 4)
  return places
}

/** Whether two backgrounds cannot be told apart. */
export function isSameBackground(one: Background, other: Background): boolean {
  if (one.kind === 'transparent' || other.kind === 'transparent') return one.kind === other.kind
  return one.color.every((value, channel) => Math.abs(value - (other.color[channel] ?? 0)) <= SAME)
}

const medianOf = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

const differenceFrom = ([red, green, blue]: Color, data: Uint8Array, at: number): number =>
  Math.max(Math.abs((data[at] ?? 0) - red), Math.abs((data[at + 1] ?? 0) - green), Math.abs((data[at + 2] ?? 0) - blue))

/** A difference up to the first number is background, from the second on it is drawing. */
const [FAINT, CLEAR_CUT] = [14, 56]

/** Returns for each pixel of the picture how much of it is drawing, 0 to 1. Without a background, all that can be seen is. */
export function outlineOf({ data }: Raster, background: Background | undefined): Float32Array {
  const outline = new Float32Array(data.length / 4)
  for (let place = 0; place < outline.length; place += 1) {
    const alpha = (data[place * 4 + 3] ?? 0) / 255
    const apart = background?.kind === 'color' ? (differenceFrom(background.color, data, place * 4) - FAINT) / (CLEAR_CUT - FAINT) : 1
    outline[place] = alpha * Math.max(0, Math.min(1, apart))
  }
  return outline
}

/** A pixel that is drawing by at least this much is not noise. */
const DRAWN = 0.5

/** Returns the smallest box around the drawing, or undefined if nothing is drawn. */
export function boxOf(outline: Float32Array, stride: number, within: Box): Box | undefined {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1]
  for (let y = within.top; y < within.top + within.height; y += 1)
    for (let x = within.left; x < within.left + within.width; x += 1) {
      if ((outline[y * stride + x] ?? 0) < DRAWN) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}
