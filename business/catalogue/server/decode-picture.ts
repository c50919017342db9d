import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { refuse } from '#platform/server/refusal.ts'
import { no } from '../contract.ts'
import { type FileFormat, PREVIEW_WIDTHS, type PreviewWidth } from '../rules.ts'
import { DRAWABLE } from './preview-address.ts'

export const PIXELS_MOST = 100_000_000
const SECONDS_MOST = 30
/** A preview is at most this many times as high as it is wide. */
const TALLEST = 2
/** What an SVG's units are drawn at unless told. */
const SVG_DENSITY = 72
const DENSITY_MOST = 100_000

export const WIDEST: PreviewWidth = PREVIEW_WIDTHS[2]

/** Of the original, the way up it is shown. */
export type Size = { width: number; height: number }
/** Red, green, blue and opacity of each pixel, one byte each, in sRGB. */
export type Pixels = { data: Buffer; info: OutputInfo }

/** Bytes in memory, never a path: an SVG cannot reach other files. Of an animation the first picture. */
const open = (bytes: Uint8Array, density?: number): Sharp =>
  sharp(bytes, { limitInputPixels: PIXELS_MOST, failOn: 'warning', ...(density ? { density } : {}) }).timeout({ seconds: SECONDS_MOST })

export async function measure(bytes: Uint8Array, format: FileFormat): Promise<Size> {
  if (!DRAWABLE.includes(format)) throw refuse(no, 'not_a_picture')
  const { width, height, autoOrient, format: found } = await open(bytes).metadata()
  if (found !== (format === 'jpg' ? 'jpeg' : format) || !width || !height) throw refuse(no, 'not_a_picture')
  if (width * height > PIXELS_MOST) throw refuse(no, 'too_many_pixels')
  return { width: autoOrient.width, height: autoOrient.height }
}

/** The picture's pixels at a preview's width; a drawing is drawn at that size, a photo is never enlarged. Other colours than sRGB are turned into it. */
export async function decode(bytes: Uint8Array, format: FileFormat, { width, height }: Size, wanted: PreviewWidth): Promise<Pixels> {
  const isDrawing = format === 'svg'
  const density = densityFor(Math.min(wanted / width, (wanted * TALLEST) / height))
  return open(bytes, isDrawing ? density : undefined)
    .autoOrient()
    .resize({ ...boxOf(wanted), withoutEnlargement: !isDrawing })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Drawn at the size it is shown at, so that lines stay crisp. */
const densityFor = (scale: number): number => Math.min(DENSITY_MOST, Math.max(1, SVG_DENSITY * scale))

const boxOf = (width: PreviewWidth) => ({ width, height: width * TALLEST, fit: 'inside' as const })

/** The same pixels at a smaller preview's width, never enlarged. */
export async function shrink({ data, info }: Pixels, width: PreviewWidth): Promise<Pixels> {
  if (info.width <= width && info.height <= width * TALLEST) return { data, info }
  return sharp(data, { raw: info }).resize(boxOf(width)).raw().toBuffer({ resolveWithObject: true })
}

/** What sharp cannot read is the file's fault, not ours. */
export async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'Refusal') throw error
    if (/timeout/i.test(error.message)) throw refuse(no, 'takes_too_long')
    throw refuse(no, /pixel limit/i.test(error.message) ? 'too_many_pixels' : 'not_a_picture')
  }
}
