import { LABEL_DPI } from '../../label.rules.ts'
import type { LabelLayout } from './label-layout.ts'

/** The brightness of each pixel, row by row from the top. */
export type GrayImage = { width: number; height: number; pixels: Uint8Array<ArrayBuffer> }

const POINTS = 72 / LABEL_DPI

/**
 * Writes a PDF with one page in the printed size of the label. The code is a vector path; the texts are an image, so that every script
 * looks as on screen without embedded fonts.
 */
export async function labelPdf({ width, height, code }: LabelLayout, texts: GrayImage): Promise<Blob> {
  const [pageWidth, pageHeight] = [width * POINTS, height * POINTS]
  const scale = code.module * POINTS
  const drawing = [
    `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /Texts Do Q`,
    `q ${scale} 0 0 ${-scale} ${code.x * POINTS} ${pageHeight - code.y * POINTS} cm ${pdfPath(code.symbol.path)} f* Q`
  ].join('\n')
  const pixels = await deflate(texts.pixels)
  return assemble([
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents 4 0 R /Resources << /XObject << /Texts 5 0 R >> >> >>`
    ],
    [`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`],
    [
      `<< /Type /XObject /Subtype /Image /Width ${texts.width} /Height ${texts.height} /ColorSpace /DeviceGray /BitsPerComponent 8 ` +
        `/Filter /FlateDecode /Length ${pixels.length} >>\nstream\n`,
      pixels,
      '\nendstream'
    ]
  ])
}

/** Converts an SVG path to PDF, which has operators after their operands. */
const pdfPath = (path: string): string =>
  path
    .replace(/([ML])([^MLz]+)/g, (_, operator: string, point: string) => `${point} ${operator.toLowerCase()} `)
    .replaceAll('z', 'h ')
    .trim()

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

type Part = string | Uint8Array<ArrayBuffer>

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
