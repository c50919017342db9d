import { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import sharp, { type Sharp } from 'sharp'
import { PIXELS_MOST, type Size } from '../rules.ts'
import { type PlainDrawing, readPlainDrawing } from './plain-drawing.ts'

export type RasterFormat = 'png' | 'jpg' | 'webp'
export type Wanted = Size & { format: RasterFormat | 'pdf' }

const SECONDS_MOST = 60
const SVG_DENSITY = 72
const DENSITY_MOST = 100_000
const JPEG_QUALITY = 92
const WEBP_QUALITY = 92
/** The longer side of a page, in points: that of A4. */
const PAGE_SIDE = 842

/** A file in another format and size, from the bytes of an SVG that was cleaned on the way in, or of a picture. In sRGB, and nothing written into it. */
export async function make(bytes: Buffer, is_drawing: boolean, wanted: Wanted): Promise<Buffer> {
  const plain = is_drawing && wanted.format === 'pdf' ? await readPlainDrawing(bytes.toString()) : undefined
  if (plain) return pageOfPaths(plain)
  const density = is_drawing ? await densityFor(bytes, wanted) : undefined
  const picture = open(bytes, density).autoOrient().resize(wanted.width, wanted.height, { fit: 'fill' }).toColourspace('srgb')
  return wanted.format === 'pdf' ? page(await picture.png().toBuffer(), wanted) : encode(picture, wanted.format)
}

/** Bytes in memory, never a path: an SVG cannot reach other files. */
const open = (bytes: Buffer, density?: number): Sharp =>
  sharp(bytes, { limitInputPixels: PIXELS_MOST, ...(density ? { density } : {}) }).timeout({ seconds: SECONDS_MOST })

/** Drawn at the size that is wanted, so that lines stay crisp. */
async function densityFor(bytes: Buffer, { width }: Size): Promise<number> {
  const own = await open(bytes).metadata()
  return Math.min(DENSITY_MOST, Math.max(1, (SVG_DENSITY * width) / own.width))
}

function encode(picture: Sharp, format: RasterFormat): Promise<Buffer> {
  if (format === 'png') return picture.png({ compressionLevel: 8 }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: WEBP_QUALITY }).toBuffer()
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer()
}

/** One page with the picture on it, edge to edge. */
async function page(picture: Buffer, size: Size): Promise<Buffer> {
  const { document, scale } = emptyPage(size)
  document.image(picture, 0, 0, { width: size.width * scale, height: size.height * scale })
  return written(document)
}

/** One page with the drawing on it as paths, sharp at any size. */
async function pageOfPaths(drawing: PlainDrawing): Promise<Buffer> {
  const { document, scale } = emptyPage(drawing)
  document.scale(scale).translate(-drawing.left, -drawing.top)
  for (const { path, transforms, fill, stroke } of drawing.shapes) {
    document.save()
    for (const matrix of transforms) document.transform(...matrix)
    if (fill) document.path(path).fillColor(fill.color, fill.opacity).fill(fill.rule)
    if (stroke) {
      document.path(path).lineWidth(stroke.width).lineCap(stroke.cap).lineJoin(stroke.join).miterLimit(stroke.miter)
      document.strokeColor(stroke.color, stroke.opacity).stroke()
    }
    document.restore()
  }
  return written(document)
}

function emptyPage({ width, height }: Size) {
  const scale = PAGE_SIDE / Math.max(width, height)
  // No moment of making: the same recipe gives the same bytes.
  const document = new PDFDocument({ size: [width * scale, height * scale], margin: 0, info: { CreationDate: new Date(0) } })
  return { document, scale }
}

async function written(document: PDFDocument): Promise<Buffer> {
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of Readable.from(document as AsyncIterable<Buffer>)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
