import sharp from 'sharp'
import { type Refusal, refuse } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import { createFairQueue } from './drawing/fair-queue.ts'

/** In pixels, after the EXIF orientation is applied. */
export type PictureSize = { width: number; height: number }

const DECODED_AT_ONCE = 3
const SECONDS_MAX = 30
/** Decoding to a thumbnail reads every byte of the picture but holds only a few rows of it in memory. */
const THUMBNAIL_PX = 32

const limitConcurrency = createFairQueue(DECODED_AT_ONCE)

/** Refuses the uploaded file; the sentence is both the error and the error of the form's file field. */
export function refuseFile(code: keyof typeof refusals, message: string = refusals[code].message): Refusal {
  return refuse(refusals, code, { message, fields: { file: message } })
}

/** Reads a picture's stored size from its header, without decoding it. Refuses unreadable headers and pictures over the pixel limit. */
export async function requireReadableHeader(input: string | Buffer, max_pixels: number): Promise<PictureSize> {
  const { width, height, autoOrient } = await sharp(input, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refuseFile('unreadable')
    })
  if (width * height > max_pixels) throw refuseFile('too_many_pixels')
  return autoOrient
}

/**
 * Returns the size of an uploaded JPG, PNG, or WEBP after decoding all of it once, so that a truncated or corrupt one is refused here
 * and not only by the job. The decoding runs on libvips threads, at most `DECODED_AT_ONCE` pictures at the same time.
 */
export function measurePicture(path: string, { artist, max_pixels }: { artist: string; max_pixels: number }): Promise<PictureSize> {
  return limitConcurrency(artist, async () => {
    const size = await requireReadableHeader(path, max_pixels)
    await sharp(path, { limitInputPixels: max_pixels, failOn: 'warning' })
      .resize({ width: THUMBNAIL_PX, height: THUMBNAIL_PX, fit: 'inside' })
      .timeout({ seconds: SECONDS_MAX })
      .raw()
      .toBuffer()
      .catch((error: Error) => {
        throw refuseFile(/timeout/i.test(error.message) ? 'page_too_heavy' : 'unreadable')
      })
    return size
  })
}
