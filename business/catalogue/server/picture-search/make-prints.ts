import { type Background, type Box, backgroundOf, boxOf, isSameBackground, outlineOf, type Raster } from './background.ts'
import { strengthsOf, WAVE_SIDE } from './print-keys.ts'
import { COLOR_SIDE, joinPrint, OUTLINE_SIDE, SHAPE_SIDE } from './print-layout.ts'

/** `strengths` decide the bits by which a print is found. */
export type Print = { print: Buffer; strengths: number[] }

/** From this share of the edge on, the background is left out. */
const BACKGROUND_SHARE = 0.6
/** A picture that is searched with is also tried with and without a background, if less clearly so. */
const DOUBTFUL = { from: 0.35, to: 0.9 }
/** Drawings smaller than this, in pixels, say nothing. */
const SIDE_MIN = 4

const wholeOf = ({ width, height }: Raster): Box => ({ left: 0, top: 0, width, height })
const hasBackground = ({ kind, share }: Background): boolean => kind === 'transparent' || share >= BACKGROUND_SHARE

/** Returns the print of a stored picture, or undefined for a blank one. */
export function printOf(raster: Raster): Print | undefined {
  const whole = wholeOf(raster)
  const background = backgroundOf(raster, whole)
  // Of fine lines, nothing is clearly apart from the background.
  return (hasBackground(background) ? printIn(raster, whole, background) : undefined) ?? printIn(raster, whole, undefined)
}

/**
 * Returns the prints that a stored picture could have, of which a copy is given, the most likely first: a copy may have a border, and
 * what was nearly a background may be one or not.
 */
export function printsOfCopy(raster: Raster): Print[] {
  const whole = wholeOf(raster)
  const background = backgroundOf(raster, whole)
  const inside = background.share >= DOUBTFUL.from ? boxOf(outlineOf(raster, background), raster.width, whole) : undefined
  const frames = [
    ...(inside ? [{ box: whole, background }] : []),
    ...(background.share < DOUBTFUL.to || !inside ? [{ box: whole, background: undefined }] : []),
    ...(inside ? framesInside(raster, inside, background) : [])
  ]
  return frames.flatMap(({ box, background }) => printIn(raster, box, background) ?? [])
}

/** Pixels at the inner edge of a border in which it is mixed with what it surrounds. */
const MIXED = 2

type Frame = { box: Box; background: Background | undefined }

/**
 * What a border or margin that was added surrounds: a picture that may have a background of its own, or bars at two of its sides and the picture
 * between them.
 */
function framesInside(raster: Raster, inside: Box, around: Background): Frame[] {
  const box = withoutEdge(inside)
  if (!box) return []
  const background = backgroundOf(raster, box)
  const own = { box, background: hasBackground(background) ? background : undefined }
  if (background.share < DOUBTFUL.from || isSameBackground(background, around)) return [own]
  const between = boxOf(outlineOf(raster, background), raster.width, box)
  return [own, ...(own.background ? [] : [{ box, background }]), ...(between ? framesBetween(raster, between) : [])]
}

function framesBetween(raster: Raster, between: Box): Frame[] {
  const box = withoutEdge(between)
  if (!box) return []
  const background = backgroundOf(raster, box)
  return [{ box, background: hasBackground(background) ? background : undefined }]
}

function withoutEdge({ left, top, width, height }: Box): Box | undefined {
  if (Math.min(width, height) < SIDE_MIN + 2 * MIXED) return undefined
  return { left: left + MIXED, top: top + MIXED, width: width - 2 * MIXED, height: height - 2 * MIXED }
}

function printIn(raster: Raster, within: Box, background: Background | undefined): Print | undefined {
  const outline = outlineOf(raster, background)
  const box = boxOf(outline, raster.width, within)
  if (!box || Math.min(box.width, box.height) < SIDE_MIN) return undefined
  for (const ground of [255, 0]) {
    const brightness = cellsOf(raster, box, WAVE_SIDE, (place) => {
      const part = outline[place] ?? 0
      return part * lightOf(raster.data, place) + (1 - part) * ground
    })
    if (spreadOf(brightness) >= SPREAD_MIN || ground === 0) return finish(raster, { box, outline, brightness })
  }
  return undefined
}

/** A picture whose brightness (0 to 255) has a smaller standard deviation is placed on black, for white drawings. */
const SPREAD_MIN = 6
/** A picture with a smaller one on black too, and without an outline, is blank. */
const BLANK = 3

type Drawn = { box: Box; outline: Float32Array; brightness: number[] }

function finish(raster: Raster, { box, outline, brightness }: Drawn): Print | undefined {
  const outlined = cellsOf(raster, box, OUTLINE_SIDE, (place) => 255 * (outline[place] ?? 0))
  if (spreadOf(brightness) < BLANK && spreadOf(outlined) < BLANK) return undefined
  const color = (channel: number) =>
    cellsOf(raster, box, COLOR_SIDE, (place) => {
      const value = (raster.data[place * 4 + channel] ?? 0) - lightOf(raster.data, place)
      return 128 + ((outline[place] ?? 0) * value) / 2
    })
  return {
    print: joinPrint({
      shape: halved(brightness),
      outline: outlined,
      red: color(0),
      blue: color(2),
      aspect: box.width / box.height
    }),
    strengths: strengthsOf(brightness)
  }
}

const lightOf = (data: Uint8Array, place: number): number => {
  const at = place * 4
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
}

/** Averages a value over each of `side` × `side` cells of the box. A cell may begin or end within a pixel. */
function cellsOf({ width: stride }: Raster, box: Box, side: number, valueAt: (place: number) => number): number[] {
  const columns = spansOf(box.left, box.width, side)
  const rows = spansOf(box.top, box.height, side)
  const values = new Float32Array(box.width * box.height)
  for (let y = 0; y < box.height; y += 1)
    for (let x = 0; x < box.width; x += 1) values[y * box.width + x] = valueAt((box.top + y) * stride + box.left + x)
  return rows.flatMap((row) =>
    columns.map((column) => {
      let [sum, weight] = [0, 0]
      for (const [y, tall] of row)
        for (const [x, wide] of column) {
          sum += (values[(y - box.top) * box.width + x - box.left] ?? 0) * tall * wide
          weight += tall * wide
        }
      return sum / weight
    })
  )
}

/** Returns for each cell the pixels that it covers, each with the covered share. */
function spansOf(start: number, length: number, side: number): [place: number, share: number][][] {
  return Array.from({ length: side }, (_, cell) => {
    const [from, to] = [(cell * length) / side, ((cell + 1) * length) / side]
    const span: [number, number][] = []
    for (let at = Math.floor(from); at < to; at += 1) {
      const share = Math.min(to, at + 1) - Math.max(from, at)
      if (share > 0 && at < length) span.push([start + at, share])
    }
    return span
  })
}

const halved = (cells: readonly number[]): number[] =>
  Array.from({ length: SHAPE_SIDE ** 2 }, (_, cell) => {
    const at = Math.floor(cell / SHAPE_SIDE) * 2 * WAVE_SIDE + (cell % SHAPE_SIDE) * 2
    return [0, 1, WAVE_SIDE, WAVE_SIDE + 1].reduce((sum, step) => sum + (cells[at + step] ?? 0), 0) / 4
  })

function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
