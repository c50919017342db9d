import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { refuse } from '#platform/server/refusal.ts'
import { no } from '../contract.ts'
import { type FileFormat, PREVIEW_WIDTHS, type PreviewWidth } from '../rules.ts'
import { DRAWABLE, VARIANTS, type Variant } from './preview-address.ts'
import { watermarkTile } from './watermark.ts'

export const PIXELS_MOST = 100_000_000
const SECONDS_MOST = 30
const QUALITY = 82
const WIDEST: PreviewWidth = PREVIEW_WIDTHS[2]
/** A preview is at most this many times as high as it is wide. */
const TALLEST = 2
/** What an SVG's units are drawn at unless told. */
const SVG_DENSITY = 72
const DENSITY_MOST = 100_000

export type Preview = Variant & { bytes: Buffer }
export type Previews = {
  /** Of the original, the way up it is shown. */
  width: number
  height: number
  dominant_color: string
  previews: Preview[]
}

/** All previews of a picture, its size and its dominant colour. Refuses what is not a readable picture; SVG must have been cleaned. */
export async function makePreviews(bytes: Uint8Array, format: FileFormat): Promise<Previews> {
  return reading(async () => {
    const size = await measure(bytes, format)
    const widest = await decode(bytes, format, size, WIDEST)
    const previews: Preview[] = []
    for (const variant of VARIANTS) previews.push({ ...variant, bytes: await encode(widest, variant) })
    return { ...size, dominant_color: await dominantColour(widest), previews }
  })
}

/** A single preview. */
export async function makePreview(bytes: Uint8Array, format: FileFormat, variant: Variant): Promise<Buffer> {
  return reading(async () => encode(await decode(bytes, format, await measure(bytes, format), variant.width), variant))
}

type Size = { width: number; height: number }

/** Bytes in memory, never a path: an SVG cannot reach other files. */
const open = (bytes: Uint8Array, density?: number): Sharp =>
  sharp(bytes, { limitInputPixels: PIXELS_MOST, failOn: 'warning', ...(density ? { density } : {}) }).timeout({ seconds: SECONDS_MOST })

async function measure(bytes: Uint8Array, format: FileFormat): Promise<Size> {
  if (!DRAWABLE.includes(format)) throw refuse(no, 'not_a_picture')
  const { width, height, autoOrient, format: found } = await open(bytes).metadata()
  if (found !== (format === 'jpg' ? 'jpeg' : format) || !width || !height) throw refuse(no, 'not_a_picture')
  if (width * height > PIXELS_MOST) throw refuse(no, 'too_many_pixels')
  return { width: autoOrient.width, height: autoOrient.height }
}

type Pixels = { data: Buffer; info: OutputInfo }

/** The picture's pixels at a preview's width; a drawing is drawn at that size, a photo is never enlarged. */
async function decode(bytes: Uint8Array, format: FileFormat, { width, height }: Size, wanted: PreviewWidth): Promise<Pixels> {
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

const boxOf = (width: PreviewWidth) => ({ width, height: width * TALLEST, fit: 'inside' as const })

async function encode({ data, info }: Pixels, { width, marked }: Variant): Promise<Buffer> {
  const fitted = sharp(data, { raw: info }).resize({ ...boxOf(width), withoutEnlargement: true })
  return (marked ? await withWatermark(fitted) : fitted).webp({ quality: QUALITY, effort: 3 }).toBuffer()
}

async function withWatermark(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const tile = await watermarkTile(info.width, info.height)
  return sharp(data, { raw: info }).composite([{ input: tile, tile: true, gravity: 'northwest' }])
}

/** Drawn at the size it is shown at, so that lines stay crisp. */
const densityFor = (scale: number): number => Math.min(DENSITY_MOST, Math.max(1, SVG_DENSITY * scale))

/** The colour that most of the visible picture is near to. */
async function dominantColour({ data: pixels, info }: Pixels): Promise<string> {
  const { data } = await sharp(pixels, { raw: info }).resize(48, 48, { fit: 'inside' }).raw().toBuffer({ resolveWithObject: true })
  const bins = new Map<number, [weight: number, red: number, green: number, blue: number]>()
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    const bin = bins.get(key) ?? [0, 0, 0, 0]
    bins.set(key, [bin[0] + alpha, bin[1] + red * alpha, bin[2] + green * alpha, bin[3] + blue * alpha])
  }
  const [weight, ...sums] = [...bins.values()].reduce((most, bin) => (bin[0] > most[0] ? bin : most), [0, 0, 0, 0])
  return `#${sums.map((sum) => (weight === 0 ? 255 : Math.round(sum / weight)).toString(16).padStart(2, '0')).join('')}`
}

/** What sharp cannot read is the file's fault, not ours. */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'Refusal') throw error
    throw refuse(no, /pixel limit/i.test(error.message) ? 'too_many_pixels' : 'not_a_picture')
  }
}
