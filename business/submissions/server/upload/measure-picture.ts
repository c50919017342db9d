import { createFairQueue, DecoderEnded, FileBytes } from '#platform/server/index.ts'
import { CHECKED_AT_ONCE, checks } from '../drawing/decoders.ts'
import type { PictureSize } from '../drawing/picture-tasks.ts'
import { refuseFile } from './refuse-file.ts'

/** A large interlaced picture takes the longest: 3 to 6 seconds for 100 megapixels. */
const MEASURING_MS = 20_000

const limitConcurrency = createFairQueue(CHECKED_AT_ONCE)

type Check = { artist: string; max_pixels: number }
type Stored = { path: string; bytes: number }

type Checks = typeof checks

/** Returns the size of an uploaded JPG, PNG, or WEBP after decoding all of it once. Refuses what is damaged, too large, or takes too long. */
export const measurePicture = (file: Stored, { artist, max_pixels }: Check): Promise<PictureSize> =>
  limitConcurrency(artist, () => measureWith(checks, file, max_pixels))

/** Measures like `measurePicture`, in these processes: the caller limits how many. */
export const measureWith = (decoder: Checks, { path, bytes }: Stored, max_pixels: number): Promise<PictureSize> =>
  decoder.run('measure', MEASURING_MS, new FileBytes(path, bytes), max_pixels).catch((error: unknown) => {
    throw error instanceof DecoderEnded ? refuseFile('page_too_heavy') : error
  })

/** Refuses a cleaned SVG that cannot be drawn within `limit_ms`, or has more pixels than allowed. */
export const requireDrawable = (svg: Buffer, { artist, ...limits }: Check & { limit_ms: number }): Promise<void> =>
  limitConcurrency(artist, () => requireDrawableWith(checks, svg, limits))

/** Tries like `requireDrawable`, in these processes: the caller limits how many. */
export const requireDrawableWith = (decoder: Checks, svg: Buffer, limits: { max_pixels: number; limit_ms: number }): Promise<void> =>
  decoder.run('tryDrawing', limits.limit_ms, svg, limits.max_pixels).catch((error: unknown) => {
    throw error instanceof DecoderEnded ? refuseFile('svg_too_heavy') : error
  })
