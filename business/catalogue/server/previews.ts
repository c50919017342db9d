import sharp, { type AvifOptions, type WebpOptions } from 'sharp'
import type { FileFormat, PreviewWidth } from '../rules.ts'
import { decode, measure, type Pixels, reading, type Size, shrink, WIDEST } from './decode-picture.ts'
import { type Description, describePicture } from './describe-picture.ts'
import { type PreviewType, type TypedVariant, VARIANTS, type Variant } from './preview-address.ts'
import { watermarkTile } from './watermark.ts'

/** Half the time of effort 3, for files a twentieth larger. */
const WEBP: WebpOptions = { quality: 82, effort: 2 }
/** About as good to look at as that WEBP. */
const AVIF: AvifOptions = { quality: 58, effort: 2 }

export type Preview = Variant & { bytes: Buffer }
export type Previews = Size & Description & { previews: Preview[] }

/** All previews of a picture, its size and what it looks like. Refuses what is not a readable picture; SVG must have been cleaned. */
export async function makePreviews(bytes: Uint8Array, format: FileFormat): Promise<Previews> {
  return reading(async () => {
    const size = await measure(bytes, format)
    const widest = await decode(bytes, format, size, WIDEST)
    const [description, previews] = await Promise.all([describePicture(widest), drawAll(widest, VARIANTS, 'webp')])
    return { ...size, ...description, previews }
  })
}

/** Size and looks of a picture, from a small drawing of it. */
export async function lookAt(bytes: Uint8Array, format: FileFormat): Promise<Size & Description> {
  return reading(async () => {
    const size = await measure(bytes, format)
    return { ...size, ...(await describePicture(await decode(bytes, format, size, 320))) }
  })
}

/** Some previews of a picture, as AVIF. */
export async function makeAvif(bytes: Uint8Array, format: FileFormat, variants: readonly Variant[]): Promise<Preview[]> {
  return reading(async () => drawAll(await decode(bytes, format, await measure(bytes, format), WIDEST), variants, 'avif'))
}

/** A single preview. */
export async function makePreview(bytes: Uint8Array, format: FileFormat, variant: TypedVariant): Promise<Buffer> {
  return reading(async () => {
    const pixels = await decode(bytes, format, await measure(bytes, format), variant.width)
    return encode(await shrink(pixels, variant.width), variant.marked, variant.type)
  })
}

/** Each width is shrunk once, whether shown clear or marked. */
async function drawAll(widest: Pixels, variants: readonly Variant[], type: PreviewType): Promise<Preview[]> {
  const shrunk = new Map<PreviewWidth, Promise<Pixels>>()
  for (const { width } of variants) if (!shrunk.has(width)) shrunk.set(width, shrink(widest, width))
  return Promise.all(
    variants.map(async ({ width, marked }) => ({ width, marked, bytes: await encode(await shrunk.get(width)!, marked, type) }))
  )
}

async function encode({ data, info }: Pixels, marked: boolean, type: PreviewType): Promise<Buffer> {
  const picture = sharp(data, { raw: info })
  const shown = marked
    ? picture.composite([{ ...(await watermarkTile(info.width, info.height)), tile: true, gravity: 'northwest' }])
    : picture
  return (type === 'avif' ? shown.avif(AVIF) : shown.webp(WEBP)).toBuffer()
}
