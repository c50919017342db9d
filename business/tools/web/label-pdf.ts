import { LABEL_DPI } from '../label.rules.ts'
import type { LabelLayout } from './label-layout.ts'

/** Brightness of each pixel, rows from the top. */
export type GreyPicture = { width: number; height: number; pixels: Uint8Array<ArrayBuffer> }

const POINTS = 72 / LABEL_DPI

/**
 * One page as large as the label is printed. The code is drawn in lines, sharp at any size; the texts are a picture, so that every script
 * looks as it does on screen without a font in the file.
 */
export async function labelPdf({ width, height, code }: LabelLayout, texts: GreyPicture): Promise<Blob> {
  const [pageWidth, pageHeight] = [width * POINTS, height * POINTS]
  const scale = code.module * POINTS
  const drawing = [
    `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /Texts Do Q`,
    `q ${scale} 0 0 ${-scale} ${code.x * POINTS} ${pageHeight - code.y * POINTS} cm ${pdfPath(code.symbol.path)} f* Q`
  ].join('\n')
  const pixels = await deflated(texts.pixels)
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

/** SVG writes the sign before the numbers, PDF after them. */
const pdfPath = (path: string): string =>
  path
    .replace(/([ML])([^MLz]+)/g, (_, sign: string, point: string) => `${point} ${sign.toLowerCase()} `)
    .replaceAll('z', 'h ')
    .trim()

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

type Part = string | Uint8Array<ArrayBuffer>

/** Objects numbered from 1, and the table that says at which byte each begins. */
function assemble(objects: readonly (readonly Part[])[]): Blob {
  const parts: Part[] = ['%PDF-1.4\n']
  let at = sizeOf(parts[0]!)
  const offsets = objects.map((body, index) => {
    const begins = at
    const object = [`${index + 1} 0 obj\n`, ...body, '\nendobj\n']
    parts.push(...object)
    at += object.reduce((sum, part) => sum + sizeOf(part), 0)
    return `${String(begins).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  parts.push(
    `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`,
    `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  )
  return new Blob(parts, { type: 'application/pdf' })
}

/** All texts of the file are ASCII. */
const sizeOf = (part: Part): number => part.length
