import sharp from 'sharp'

/** More than the largest label, which is 1024 px wide. */
const PIXELS_MAX = 20_000_000

/** Runs in a child process. Decodes a PNG and encodes it again, which removes any hidden data. */
export const encodeAgain = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'warning' }).png().toBuffer()
