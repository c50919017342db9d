import sharp from 'sharp'

const SHAPES = 6

/**
 * Returns a PNG of a few colored discs, so that no two have the same bytes or look alike. It has neither letters nor noise, which the reader of
 * watermarks would take seconds to read.
 */
export function uniquePicture({ width = 900, height = 600 } = {}): Promise<Buffer> {
  const upTo = (limit: number) => Math.floor(Math.random() * limit)
  const color = () => `rgb(${upTo(256)} ${upTo(256)} ${upTo(256)})`
  const disc = () => `<circle cx="${upTo(width)}" cy="${upTo(height)}" r="${height / 6 + upTo(height / 3)}" fill="${color()}"/>`
  const discs = Array.from({ length: SHAPES }, disc).join('')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${color()}"/>${discs}</svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
