import sharp from 'sharp'
import type { Pixels } from '../image-analysis/decode-picture.ts'
import type { Raster } from './background.ts'
import { printOf } from './make-prints.ts'
import { bitsOf } from './print-keys.ts'

/** Prints are made at this size, whatever size the picture has, in pixels. */
const SIDE = 128

/** Scales a picture to the size at which prints are made, also up: a small copy then has the same soft edges. */
export async function rasterOf({ data, info }: Pixels): Promise<Raster> {
  const scaled = await sharp(data, { raw: info }).resize(SIDE, SIDE, { fit: 'inside' }).raw().toBuffer({ resolveWithObject: true })
  return { data: scaled.data, width: scaled.info.width, height: scaled.info.height }
}

export type StoredPrint = { print: Buffer; bits: bigint }

/** Returns the print by which a stored picture is found, or null for a blank one. */
export async function storedPrintOf(pixels: Pixels): Promise<StoredPrint | null> {
  const made = printOf(await rasterOf(pixels))
  return made ? { print: made.print, bits: bitsOf(made.strengths) } : null
}
