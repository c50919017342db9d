import { type LabelFormat, PAPERS, perSheet, placeOf } from '../../format.rules.ts'
import type { LabelLayout } from './placed-label.ts'

/** The brightness of each pixel, row by row from the top. */
export type GrayImage = { width: number; height: number; pixels: Uint8Array<ArrayBuffer> }

/** The same pixels as a PDF stores them. */
export type PackedImage = { width: number; height: number; bytes: Uint8Array<ArrayBuffer> }

/** A label and its texts as an image, so that every script looks as on screen without embedded fonts. The code is a vector path. */
export type PdfLabel = { layout: LabelLayout; texts: PackedImage }

const POINTS_PER_INCH = 72

/** Writes a PDF with one page for each label, in its printed size. */
export function labelPdf(labels: readonly PdfLabel[]): Blob {
  const pages = labels.map((label): Page => {
    const { width, height, dpi } = label.layout
    return { width: width / dpi, height: height / dpi, placed: [{ label, x: 0, y: 0 }] }
  })
  return documentOf(pages)
}

/** Writes a PDF with the labels on sheets, from the place `first` (0 is the top left). */
export function sheetPdf(labels: readonly PdfLabel[], sheet: NonNullable<LabelFormat['sheet']>, first = 0): Blob {
  const [width, height] = PAPERS[sheet.paper]
  const pages = Array.from({ length: Math.ceil((first + labels.length) / perSheet(sheet)) }, (): Page => ({ width, height, placed: [] }))
  for (const [index, label] of labels.entries()) {
    const { page, x, y } = placeOf(sheet, first + index)
    pages[page]?.placed.push({ label, x, y })
  }
  return documentOf(pages)
}

/** All lengths in inches, from the top left. */
type Page = { width: number; height: number; placed: { label: PdfLabel; x: number; y: number }[] }
type Part = string | Uint8Array<ArrayBuffer>

/** The root, the list of pages, then for each page itself, its drawing, and the images that it is the first to use. */
function documentOf(pages: readonly Page[]): Blob {
  const objects: Part[][] = [['<< /Type /Catalog /Pages 2 0 R >>'], []]
  const images = new Map<PackedImage, number>()
  const kids: number[] = []
  for (const page of pages) {
    const number = objects.length + 1
    kids.push(number)
    objects.push([], [])
    const names: string[] = []
    const drawing: string[] = []
    for (const [index, { label, x, y }] of page.placed.entries()) {
      const image = images.get(label.texts) ?? objects.push(imageObject(label.texts))
      images.set(label.texts, image)
      names.push(`/Texts${index} ${image} 0 R`)
      drawing.push(...drawingOf(label.layout, { x, y: page.height - y }, `/Texts${index}`))
    }
    const content = drawing.join('\n')
    const box = `[0 0 ${points(page.width)} ${points(page.height)}]`
    objects[number - 1] = [
      `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents ${number + 1} 0 R /Resources << /XObject << ${names.join(' ')} >> >> >>`
    ]
    objects[number] = [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`]
  }
  objects[1] = [`<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`]
  return assemble(objects)
}

/** In points, with enough digits for the finest module. */
const points = (inches: number): number => Number((inches * POINTS_PER_INCH).toFixed(4))

/** `y` counts from the bottom, as everything does in a PDF, and is the label's top. */
function drawingOf({ width, height, dpi, code }: LabelLayout, { x, y }: { x: number; y: number }, image: string): string[] {
  const scale = points(code.module / dpi)
  return [
    `q ${points(width / dpi)} 0 0 ${points(height / dpi)} ${points(x)} ${points(y - height / dpi)} cm ${image} Do Q`,
    `q ${scale} 0 0 ${-scale} ${points(x + code.x / dpi)} ${points(y - code.y / dpi)} cm ${pdfPath(code.symbol.path)} f* Q`
  ]
}

function imageObject({ width, height, bytes }: PackedImage): Part[] {
  return [
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 ` +
      `/Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`,
    bytes,
    '\nendstream'
  ]
}

/** Converts an SVG path to PDF, which has operators after their operands. */
const pdfPath = (path: string): string =>
  path
    .replace(/([ML])([^MLz]+)/g, (_, operator: string, point: string) => `${point} ${operator.toLowerCase()} `)
    .replaceAll('z', 'h ')
    .trim()

export async function packed({ width, height, pixels }: GrayImage): Promise<PackedImage> {
  const stream = new Blob([pixels]).stream().pipeThrough(new CompressionStream('deflate'))
  return { width, height, bytes: new Uint8Array(await new Response(stream).arrayBuffer()) }
}

/** Numbers the objects from 1 and writes the cross-reference table with their byte offsets. */
function assemble(objects: readonly (readonly Part[])[]): Blob {
  const header = '%PDF-1.4\n'
  const parts: Part[] = [header]
  let at = sizeOf(header)
  const offsets = objects.map((body, index) => {
    const offset = at
    const object = [`${index + 1} 0 obj\n`, ...body, '\nendobj\n']
    parts.push(...object)
    at += object.reduce((sum, part) => sum + sizeOf(part), 0)
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  parts.push(
    `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`,
    `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  )
  return new Blob(parts, { type: 'application/pdf' })
}

/** All strings are ASCII, so their length is their size in bytes. */
const sizeOf = (part: Part): number => part.length
