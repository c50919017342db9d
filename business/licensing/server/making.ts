import { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import sharp, { type Sharp } from 'sharp'
import { refuse } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import type { MadeFormat } from '../rules.ts'

const PIXELS_MOST = 100_000_000
const SECONDS_MOST = 60
const SVG_DENSITY = 72
const DENSITY_MOST = 100_000
const JPEG_QUALITY = 92
const WEBP_QUALITY = 92
/** The longer side of a page, in points: that of A4. */
const PAGE_SIDE = 842

export const CONTENT_TYPES: Record<MadeFormat, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf'
}

export type Wanted = {
  format: MadeFormat
  /** Pixels: the width, or the longer side where `longest` is given. */
  width?: number | undefined
  longest?: number | undefined
}

/** A file in another format and size, from the bytes of an SVG that was cleaned on the way in, or of a picture. */
export async function make(bytes: Buffer, is_drawing: boolean, wanted: Wanted): Promise<Buffer> {
  const size = await sizeFor(bytes, wanted)
  const density = is_drawing ? Math.min(DENSITY_MOST, Math.max(1, SVG_DENSITY * size.scale)) : undefined
  const picture = open(bytes, density).autoOrient().resize(size.width, size.height, { fit: 'fill' }).toColourspace('srgb')
  return wanted.format === 'pdf' ? page(await picture.png().toBuffer(), size) : encode(picture, wanted.format)
}

/** Bytes in memory, never a path: an SVG cannot reach other files. */
const open = (bytes: Buffer, density?: number): Sharp =>
  sharp(bytes, { limitInputPixels: PIXELS_MOST, ...(density ? { density } : {}) }).timeout({ seconds: SECONDS_MOST })

type Size = { width: number; height: number; scale: number }

async function sizeFor(bytes: Buffer, { width, longest }: Wanted): Promise<Size> {
  const { autoOrient: own } = await open(bytes).metadata()
  const scale = width ? width / own.width : longest ? longest / Math.max(own.width, own.height) : 1
  const size = { width: Math.max(1, Math.round(own.width * scale)), height: Math.max(1, Math.round(own.height * scale)), scale }
  if (size.width * size.height > PIXELS_MOST) throw refuse(no, 'too_many_pixels')
  return size
}

function encode(picture: Sharp, format: Exclude<MadeFormat, 'pdf'>): Promise<Buffer> {
  if (format === 'png') return picture.png({ compressionLevel: 8 }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: WEBP_QUALITY }).toBuffer()
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer()
}

/** One page with the picture on it, edge to edge. */
async function page(picture: Buffer, { width, height }: Size): Promise<Buffer> {
  const scale = PAGE_SIDE / Math.max(width, height)
  const size: [number, number] = [width * scale, height * scale]
  // No moment of making: a range asked for later must fit the one before.
  const document = new PDFDocument({ size, margin: 0, info: { CreationDate: new Date(0) } })
  document.image(picture, 0, 0, { width: size[0], height: size[1] })
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of Readable.from(document as AsyncIterable<Buffer>)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
