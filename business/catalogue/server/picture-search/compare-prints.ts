import { COLOR_SIDE, OUTLINE_SIDE, type PrintParts, partsOf, SHAPE_SIDE } from './print-layout.ts'

/** What each difference counts. The shape decides; colors are compared, but a gray copy is a copy. */
const WORTH = { shape: 1, outline: 0.8, color: 0.5, aspect: 0.35, light: 0.15 }
/** What colors count for a copy without any: it may be a gray copy of a colored picture. Of two pictures that fit, the gray one comes first. */
const WORTH_IN_GRAY = 0.1
/** Cells of color differ from gray by at most this much if the picture has no colors. */
const GRAY = 3
/** A copy may be cropped at its edges: the stored picture is compared whole, and enlarged by these factors. */
const CROPS = [1, 1.06, 1.12]
/** What a crop costs: of two pictures that fit, the one that fits without comes first. */
const CROP_COST = 0.01
/** Brightness (0 to 255) with a smaller standard deviation is even. */
const EVEN = 3

/** `shapes` are the whole picture and, of a stored one, its middle, without what a crop may have taken away. */
export type Compared = { parts: PrintParts; shapes: readonly Normal[]; is_gray: boolean }
/** The deviations from the mean, divided by the standard deviation. */
type Normal = { values: Float32Array; mean: number }

/** Reads the print of the picture that is searched with. */
export function readCopy(print: Uint8Array): Compared {
  const parts = partsOf(print)
  return { parts, shapes: [normalOf(parts.shape)], is_gray: isGray(parts) }
}

/** Reads a stored print. */
export function readStored(print: Uint8Array): Compared {
  const parts = partsOf(print)
  return { parts, shapes: CROPS.map((crop) => normalOf(crop === 1 ? parts.shape : enlarged(parts.shape, crop))), is_gray: isGray(parts) }
}

const NO_COLOR = 128
const isGray = ({ red, blue }: PrintParts): boolean =>
  [red, blue].every((cells) => cells.every((value) => Math.abs(value - NO_COLOR) <= GRAY))

function normalOf(cells: ArrayLike<number>): Normal {
  let [sum, squares] = [0, 0]
  for (let at = 0; at < cells.length; at += 1) {
    sum += cells[at] ?? 0
    squares += (cells[at] ?? 0) ** 2
  }
  const mean = sum / cells.length
  const spread = Math.sqrt(Math.max(0, squares / cells.length - mean ** 2))
  return { values: Float32Array.from(cells, (value) => (value - mean) / Math.max(EVEN, spread)), mean }
}

/** Returns how different two pictures look: 0 for the same, about 1 for pictures that have nothing in common. */
export function differenceOf({ parts, shapes: [shape], is_gray }: Compared, stored: Compared): number {
  if (!shape) return 1
  const differences = stored.shapes.map((one, crop) => shapeDifference(shape, one) + (crop === 0 ? 0 : CROP_COST))
  return (
    WORTH.shape * Math.min(...differences) +
    WORTH.outline * meanDifference(parts.outline, stored.parts.outline, OUTLINE_SIDE) +
    (is_gray ? WORTH_IN_GRAY : WORTH.color) * colorDifference(parts, stored.parts) +
    WORTH.aspect * Math.min(1, Math.abs(parts.aspect - stored.parts.aspect)) +
    WORTH.light * (Math.abs(shape.mean - (stored.shapes[0]?.mean ?? 0)) / 255)
  )
}

/** Half of what does not correlate: 0 for equal shapes, 0.5 for pictures that have nothing in common, 1 for a negative. */
function shapeDifference(one: Normal, other: Normal): number {
  let sum = 0
  for (let at = 0; at < one.values.length; at += 1) sum += ((one.values[at] ?? 0) - (other.values[at] ?? 0)) ** 2
  return Math.min(1, sum / one.values.length / 4)
}

/** Returns the middle of the cells, as many as before, interpolated. */
function enlarged(cells: Uint8Array, factor: number): Float32Array {
  const middle = (SHAPE_SIDE - 1) / 2
  const placeOf = (at: number) => middle + (at - middle) / factor
  return Float32Array.from({ length: SHAPE_SIDE ** 2 }, (_, cell) => {
    const [x, y] = [placeOf(cell % SHAPE_SIDE), placeOf(Math.floor(cell / SHAPE_SIDE))]
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const at = (right: number, down: number) =>
      cells[Math.min(SHAPE_SIDE - 1, top + down) * SHAPE_SIDE + Math.min(SHAPE_SIDE - 1, left + right)] ?? 0
    const [across, along] = [x - left, y - top]
    return (at(0, 0) * (1 - across) + at(1, 0) * across) * (1 - along) + (at(0, 1) * (1 - across) + at(1, 1) * across) * along
  })
}

function meanDifference(one: Uint8Array, other: Uint8Array, side: number): number {
  let sum = 0
  for (let at = 0; at < side ** 2; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0))
  return sum / side ** 2 / 255
}

/** Colors of different strength but the same hue are near, and a gray picture is not far from any. */
const colorDifference = (one: PrintParts, other: PrintParts): number =>
  meanDifference(one.red, other.red, COLOR_SIDE) + meanDifference(one.blue, other.blue, COLOR_SIDE)
