import sharp from 'sharp'

/** Runs in a child process; attachment-kind.ts starts it. */

const PREVIEW_SIDE = 640
const MAX_PIXELS = 100_000_000

/** Draws a small preview without the file's metadata; of an animation, the first frame. */
export const drawPreview = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
