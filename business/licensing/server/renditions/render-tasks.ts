import PDFDocument from 'pdfkit'
import sharp, { type Sharp } from 'sharp'
import type { FileFormat } from '#catalogue/rules.ts'
import { recolorSvg } from '#platform/svg/recolor-svg.ts'
import { MAX_PIXELS, type Size } from '../../rules.ts'
import { stripMetadata } from '../metadata/strip.ts'
import { type PlainDrawing, readPlainDrawing } from './plain-drawing.ts'

export type RasterFormat = 'png' | 'jpg' | 'webp'
export type Wanted = Size & { format: RasterFormat | 'pdf' }
/** Pairs of '#rrggbb' in lower case: a color of the drawing, and the one in its place. */
export type Recoloring = readonly (readonly [from: string, to: string])[]

const SVG_DENSITY = 72
const MAX_DENSITY = 100_000
const JPEG_QUALITY = 92
const WEBP_QUALITY = 92
/** The longer side of a page, in points: the same as A4. */
const PAGE_SIDE = 842

/** Runs in a child process that renditions.service.ts limits. Renders an SVG (sanitized at upload) or a picture in another format and size, in sRGB and without metadata. */
export async function render(original: Buffer, is_drawing: boolean, wanted: Wanted, recoloring?: Recoloring): Promise<Buffer> {
  const bytes = recoloring ? await recolor(original, recoloring) : original
  const plain = is_drawing && wanted.format === 'pdf' ? await readPlainDrawing(bytes.toString()) : undefined
  if (plain) return pageOfPaths(plain)
  const density = is_drawing ? await densityFor(bytes, wanted) : undefined
  const picture = open(bytes, density).autoOrient().resize(wanted.width, wanted.height, { fit: 'fill' }).toColourspace('srgb')
  if (wanted.format === 'pdf') return page(await picture.png().toBuffer(), wanted)
  return stripMetadata(wanted.format, await encode(picture, wanted.format))
}

/** Runs there too. Returns an SVG in other colors. */
export async function recolor(bytes: Buffer, recoloring: Recoloring): Promise<Buffer> {
  const changed = recolorSvg(bytes.toString(), new Map(recoloring))
  if (changed === undefined) throw new Error('This SVG is not well-formed.')
  return Buffer.from(changed)
}

/** Runs there too: a picture can consist of millions of empty parts. Returns an uploaded picture as it is, but without its metadata. */
export const copy = async (bytes: Buffer, format: FileFormat): Promise<Buffer> => stripMetadata(format, bytes)

/** Takes bytes, never a path, so that an SVG cannot reach other files. */
const open = (bytes: Buffer, density?: number): Sharp => sharp(bytes, { limitInputPixels: MAX_PIXELS, ...(density ? { density } : {}) })

/** Rasterizes at the final size, so that lines stay crisp. */
async function densityFor(bytes: Buffer, { width }: Size): Promise<number> {
  const own = await open(bytes).metadata()
  return Math.min(MAX_DENSITY, Math.max(1, (SVG_DENSITY * width) / own.width))
}

function encode(picture: Sharp, format: RasterFormat): Promise<Buffer> {
  if (format === 'png') return picture.png({ compressionLevel: 8 }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: WEBP_QUALITY }).toBuffer()
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer()
}

/** A page with the picture, edge to edge. */
async function page(picture: Buffer, size: Size): Promise<Buffer> {
  const { document, scale } = emptyPage(size)
  document.image(picture, 0, 0, { width: size.width * scale, height: size.height * scale })
  return bytesOf(document)
}

/** A page with the drawing as paths, sharp at any size. */
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
  return bytesOf(document)
}

function emptyPage({ width, height }: Size) {
  const scale = PAGE_SIDE / Math.max(width, height)
  // A fixed creation date: the same rendition has the same bytes.
  const document = new PDFDocument({ size: [width * scale, height * scale], margin: 0, info: { CreationDate: new Date(0) } })
  return { document, scale }
}

async function bytesOf(document: PDFDocument): Promise<Buffer> {
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
