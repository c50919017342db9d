/**
 * What is stored of a picture to find it again: a print. It describes the drawing without the background and the margin around it, so
 * that a copy on another background, with a border, or in another size has nearly the same print.
 */

/** The brightness is kept in this many cells in each direction. */
export const SHAPE_SIDE = 16
/** The outline, which says where something is drawn. */
export const OUTLINE_SIDE = 8
/** The colors, as two differences from gray for each cell. */
export const COLOR_SIDE = 4

const SHAPE = SHAPE_SIDE ** 2
const OUTLINE = OUTLINE_SIDE ** 2
const COLOR = COLOR_SIDE ** 2
/** One byte for each cell of brightness and outline, two for each cell of color, and one for the aspect ratio. */
export const PRINT_BYTES = SHAPE + OUTLINE + 2 * COLOR + 1

/** Doublings of width over height that one step of the stored aspect ratio stands for. */
const ASPECT_STEP = 1 / 24
const ASPECT_ZERO = 128

/** Views of the bytes of a print. Brightness and outline are 0 to 255; 128 is no color. `aspect` is the logarithm of width over height, to base 2. */
export type PrintParts = { shape: Uint8Array; outline: Uint8Array; red: Uint8Array; blue: Uint8Array; aspect: number }

/** Splits a print into its parts without copying them. Throws if its length is wrong. */
export function partsOf(print: Uint8Array): PrintParts {
  if (print.length !== PRINT_BYTES) throw new Error(`A print has ${PRINT_BYTES} bytes, not ${print.length}.`)
  const red = SHAPE + OUTLINE
  return {
    shape: print.subarray(0, SHAPE),
    outline: print.subarray(SHAPE, red),
    red: print.subarray(red, red + COLOR),
    blue: print.subarray(red + COLOR, red + 2 * COLOR),
    aspect: ((print[PRINT_BYTES - 1] ?? ASPECT_ZERO) - ASPECT_ZERO) * ASPECT_STEP
  }
}

/** Cells as numbers from 0 to 255; `aspect` is width over height. */
export type Cells = {
  shape: readonly number[]
  outline: readonly number[]
  red: readonly number[]
  blue: readonly number[]
  aspect: number
}

export function joinPrint({ shape, outline, red, blue, aspect }: Cells): Buffer {
  const step = Math.round(Math.log2(aspect) / ASPECT_STEP) + ASPECT_ZERO
  return Buffer.from([...shape, ...outline, ...red, ...blue, step].map((value) => Math.max(0, Math.min(255, Math.round(value)))))
}
