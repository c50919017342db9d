import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { refuse } from '#platform/server/refusal.ts'
import { refusals } from '../../contract.ts'
import type { SearchedFormat } from '../../picture-search.rules.ts'
import { type FileFormat, PREVIEW_WIDTHS, type PreviewWidth } from '../../rules.ts'
import { DRAWABLE } from '../previews/preview-address.ts'

export const PIXELS_MAX = 100_000_000
const SECONDS_MAX = 30
/** The maximum ratio of a preview's height to its width. */
const HEIGHT_RATIO_MAX = 2
/** The default rendering density of SVG units. */
const SVG_DENSITY = 72
const DENSITY_MAX = 100_000

export const WIDEST: PreviewWidth = PREVIEW_WIDTHS[2]

/** The size of the original, after its EXIF orientation is applied. */
export type Size = { width: number; height: number }
/** RGBA pixels in sRGB, one byte per channel. */
export type Pixels = { data: Buffer; info: OutputInfo }

/** Opens bytes in memory, never a path, so that an SVG cannot read other files. Only the first frame of an animation is read. */
const open = (bytes: Uint8Array, density?: number): Sharp =>
  sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'warning', ...(density ? { density } : {}) }).timeout({ seconds: SECONDS_MAX })

export async function measure(bytes: Uint8Array, format: FileFormat): Promise<Size> {
  if (!DRAWABLE.includes(format)) throw refuse(refusals, 'not_a_picture')
  const { width, height, autoOrient, format: found } = await open(bytes).metadata()
  if (found !== (format === 'jpg' ? 'jpeg' : format) || !width || !height) throw refuse(refusals, 'not_a_picture')
  if (width * height > PIXELS_MAX) throw refuse(refusals, 'too_many_pixels')
  return { width: autoOrient.width, height: autoOrient.height }
}

/** Returns the pixels at a preview's width, converted to sRGB. A drawing is rendered at that size; a photo is never enlarged. */
export async function decode(
  bytes: Uint8Array,
  format: FileFormat | SearchedFormat,
  { width, height }: Size,
  wanted: PreviewWidth
): Promise<Pixels> {
  const isDrawing = format === 'svg'
  const density = densityFor(Math.min(wanted / width, (wanted * HEIGHT_RATIO_MAX) / height))
  return open(bytes, isDrawing ? density : undefined)
    .autoOrient()
    .resize({ ...boxOf(wanted), withoutEnlargement: !isDrawing })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Drawings are rendered at their display size, so that lines stay sharp. */
const densityFor = (scale: number): number => Math.min(DENSITY_MAX, Math.max(1, SVG_DENSITY * scale))

const boxOf = (width: PreviewWidth) => ({ width, height: width * HEIGHT_RATIO_MAX, fit: 'inside' as const })

/** Scales pixels down to a smaller preview's width; never enlarges. */
export async function shrink({ data, info }: Pixels, width: PreviewWidth): Promise<Pixels> {
  if (info.width <= width && info.height <= width * HEIGHT_RATIO_MAX) return { data, info }
  return sharp(data, { raw: info }).resize(boxOf(width)).raw().toBuffer({ resolveWithObject: true })
}

/** Converts sharp's errors to refusals: the file is at fault. */
export async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'Refusal') throw error
    if (/timeout/i.test(error.message)) throw refuse(refusals, 'takes_too_long')
    throw refuse(refusals, /pixel limit/i.test(error.message) ? 'too_many_pixels' : 'not_a_picture')
  }
}
