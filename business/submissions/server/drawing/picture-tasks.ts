import sharp from 'sharp'
import { refuseFile } from '../upload/refuse-file.ts'
import { FRAME } from './page-box.ts'

/** The functions of this file run in a decoder; decoders.ts opens it. */
export { readContentCredentials } from './content-credentials.ts'

/** In pixels, after the EXIF orientation is applied. */
export type PictureSize = { width: number; height: number }

/** Embedded previews are small; Ghostscript draws at the size of the frame. */
const FITTED_PIXELS_MAX = { tiff: 25_000_000, png: 100_000_000 }
/** Decoding to a thumbnail reads every byte of the picture but holds only a few rows of it in memory, unless it is interlaced. */
const THUMBNAIL_PX = 32
const EMBEDDED_PIXELS_MAX = 25_000_000
const EMBEDDED = /data:image\/[a-z]+;base64,([A-Za-z0-9+/=\s]+)/g
const SVG_DENSITY = 72
const DENSITY_MAX = 100_000
const DRAWN_PIXELS_MAX = 100_000_000
/** The widest rendition that is sold. */
const WIDEST_SOLD = { width: 4096, height: 16_383 } as const
/** Drawing at the widest size takes about twelve times as long, so what is faster than this needs no second trial. */
const SECOND_TRIAL_AFTER_MS = 300

const refuseUnreadable = (): never => {
  throw refuseFile('unreadable')
}

/** Reads a picture's stored size from its header, without decoding it. Refuses unreadable headers and pictures over the pixel limit. */
async function requireReadableHeader(bytes: Buffer, max_pixels: number): Promise<PictureSize> {
  const { width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuseUnreadable)
  if (width * height > max_pixels) throw refuseFile('too_many_pixels')
  return autoOrient
}

/** Returns the size of a JPG, PNG, or WEBP. Decodes all of it once, so that a truncated or corrupt one is refused here and not only by the job. */
export async function measure(bytes: Buffer, max_pixels: number): Promise<PictureSize> {
  const size = await requireReadableHeader(bytes, max_pixels)
  await sharp(bytes, { limitInputPixels: max_pixels, failOn: 'warning' })
    .resize({ width: THUMBNAIL_PX, height: THUMBNAIL_PX, fit: 'inside' })
    .raw()
    .toBuffer()
    .catch(refuseUnreadable)
  return size
}

/**
 * Draws a cleaned SVG at the width of the widest preview, and if that takes a while at the widest size that is sold, because a few lines
 * of nested uses, filters, patterns, and dashes can keep the drawing library busy for hours. The caller limits the time.
 */
export async function tryDrawing(svg: Buffer, max_pixels: number): Promise<void> {
  for (const [, base64 = ''] of svg.toString().matchAll(EMBEDDED))
    await requireReadableHeader(Buffer.from(base64, 'base64'), EMBEDDED_PIXELS_MAX)
  const { width, height } = await requireReadableHeader(svg, max_pixels)
  const draw = async (box: { width: number; height: number }) => {
    const scale = Math.min(box.width / width, box.height / height)
    const density = Math.min(DENSITY_MAX, Math.max(1, SVG_DENSITY * scale))
    await sharp(svg, { density, limitInputPixels: DRAWN_PIXELS_MAX }).resize(box.width, box.height, { fit: 'inside' }).raw().toBuffer()
  }
  const start = performance.now()
  await draw(FRAME).catch(refuseUnreadable)
  if (performance.now() - start > SECOND_TRIAL_AFTER_MS) await draw(WIDEST_SOLD).catch(refuseUnreadable)
}

/**
 * Returns a picture as a PNG no larger than the frame, or undefined if it cannot be read. Only a file of the expected kind is decoded:
 * an SVG in place of the TIFF preview of an EPS would be a program of filters.
 */
export async function scaleDown(bytes: Buffer, expected: 'tiff' | 'png'): Promise<Buffer | undefined> {
  const picture = sharp(bytes, { limitInputPixels: FITTED_PIXELS_MAX[expected] })
  try {
    if ((await picture.metadata()).format !== expected) return undefined
    return await picture
      .resize({ ...FRAME, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch {
    // sharp throws for what it cannot read.
    return undefined
  }
}

/** Encodes RGBA pixels as PNG. */
export const encodePng = (data: Buffer, { width, height }: PictureSize): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
