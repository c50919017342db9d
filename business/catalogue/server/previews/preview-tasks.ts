/** These functions run in child processes; draw-previews.ts starts them. */

import sharp, { type AvifOptions, type WebpOptions } from 'sharp'
import type { FileFormat, PreviewWidth } from '../../rules.ts'
import { analyzePicture, type ImageAnalysis } from '../image-analysis/analyze-picture.ts'
import { decode, measure, type Pixels, reading, type Size, shrink, WIDEST } from '../image-analysis/decode-picture.ts'
import { recolorBytes } from '../recolor/palette-tasks.ts'
import { type PreviewType, type TypedVariant, VARIANTS, type Variant } from './preview-address.ts'
import { watermarkTile } from './watermark.ts'

/** Effort 2 takes half as long as effort 3 and makes files 5% larger. */
const WEBP: WebpOptions = { quality: 82, effort: 2 }
/** The quality is about the same as that of the WEBP. */
const AVIF: AvifOptions = { quality: 58, effort: 2 }

export { drawLinkPicture } from '../link-pictures/draw-link-picture.ts'
export { readPalette } from '../recolor/palette-tasks.ts'

export type Preview = Variant & { bytes: Buffer }
export type Previews = Size & ImageAnalysis & { previews: Preview[] }

/** Returns all previews of a picture with its size and its analysis. Refuses unreadable pictures; an SVG must be sanitized already. */
export async function makePreviews(bytes: Uint8Array, format: FileFormat): Promise<Previews> {
  return reading(async () => {
    const size = await measure(bytes, format)
    const widest = await decode(bytes, format, size, WIDEST)
    const [analysis, previews] = await Promise.all([analyzePicture(widest), drawAll(widest, VARIANTS, 'webp')])
    return { ...size, ...analysis, previews }
  })
}

/** Returns the size and the analysis of a picture, from a small rendering. */
export async function analyzeImage(bytes: Uint8Array, format: FileFormat): Promise<Size & ImageAnalysis> {
  return reading(async () => {
    const size = await measure(bytes, format)
    return { ...size, ...(await analyzePicture(await decode(bytes, format, size, 320))) }
  })
}

/** Returns the given previews as AVIF. */
export async function makeAvif(bytes: Uint8Array, format: FileFormat, variants: readonly Variant[]): Promise<Preview[]> {
  return reading(async () => drawAll(await decode(bytes, format, await measure(bytes, format), WIDEST), variants, 'avif'))
}

/** Returns a single preview. */
export async function makePreview(bytes: Uint8Array, format: FileFormat, variant: TypedVariant): Promise<Buffer> {
  return reading(async () => {
    const pixels = await decode(bytes, format, await measure(bytes, format), variant.width)
    return encode(await shrink(pixels, variant.width), variant.marked, variant.type)
  })
}

/** Returns a single preview of an SVG in other colors. */
export const drawRecolored = async (
  bytes: Uint8Array,
  changes: readonly (readonly [string, string])[],
  variant: TypedVariant
): Promise<Buffer> => makePreview(await recolorBytes(bytes, changes), 'svg', variant)

/** Each width is scaled once and used with and without the watermark. */
async function drawAll(widest: Pixels, variants: readonly Variant[], type: PreviewType): Promise<Preview[]> {
  const shrunk = new Map<PreviewWidth, Promise<Pixels>>()
  for (const { width } of variants) if (!shrunk.has(width)) shrunk.set(width, shrink(widest, width))
  return Promise.all(
    variants.map(async ({ width, marked }) => ({
      width,
      marked,
      bytes: await encode(await (shrunk.get(width) ?? shrink(widest, width)), marked, type)
    }))
  )
}

async function encode({ data, info }: Pixels, marked: boolean, type: PreviewType): Promise<Buffer> {
  const picture = sharp(data, { raw: info })
  const preview = marked
    ? picture.composite([{ ...(await watermarkTile(info.width, info.height)), tile: true, gravity: 'northwest' }])
    : picture
  return (type === 'avif' ? preview.avif(AVIF) : preview.webp(WEBP)).toBuffer()
}
