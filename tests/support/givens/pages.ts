import { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'

/** Makes each file unique, because a file with the same bytes on two assets is refused. */
const mark = () => `${Math.random()}`

/** The part of pdfkit that the tests use. The module has no types. */
export type PdfPage = {
  page: { dictionary: { data: Record<string, unknown> } }
  rect(x: number, y: number, width: number, height: number): PdfPage
  fill(color: readonly number[]): PdfPage
  addPage(options: object): PdfPage
  end(): void
}

/** Returns a PDF of one page, by default 300 × 200 points. */
export async function pdf(draw: (page: PdfPage) => unknown, options: object = {}): Promise<Buffer> {
  const Document = PDFDocument as unknown as new (options: object) => PdfPage
  const page = new Document({ size: [300, 200], margin: 0, info: { Title: mark() }, ...options })
  draw(page)
  page.end()
  const chunks: Buffer[] = []
  for await (const chunk of Readable.from(page as unknown as AsyncIterable<Buffer>)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Returns a PDF of one page whose content may draw the first stream as /A or the pattern /P. A stream is its dictionary, not yet closed, and its text. */
export function handWrittenPdf(content: string, streams: [dictionary: string, text: string][] = []): Buffer {
  const withLength = ([dictionary, text]: [string, string]) => `${dictionary}/Length ${text.length}>>stream\n${text}\nendstream`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</XObject<</A 5 0 R>>/Pattern<</P 5 0 R>>>>>>',
    withLength(['<<', content]),
    ...streams.map(withLength)
  ]
  let text = `%PDF-1.7\n% ${mark()}\n`
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(`${text}${table}trailer<</Size ${places.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`)
}

/** Returns a PDF with forms nested nine levels deep, each drawing the next one thirty times. */
export function formsOfForms(): Buffer {
  const form = (inside: string) => `<</Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</XObject<<${inside}>>>>`
  const again = '/A Do '.repeat(30)
  const levels = Array.from({ length: 9 }, (_, level): [string, string] => [form(`/A ${level + 6} 0 R`), again])
  return handWrittenPdf(again, [...levels, [form(''), '0 0 300 200 re f '.repeat(50)]])
}

export const eps = (code: string, box = '%%BoundingBox: 100 100 400 300'): Buffer =>
  Buffer.from(`%!PS-Adobe-3.0 EPSF-3.0\n${box}\n%%EndComments\n% ${mark()}\n${code}\n%%EOF\n`)

/** Puts the PostScript behind a DOS EPS header with a TIFF preview. */
export function dosEps(postscript: Buffer, preview: Buffer): Buffer {
  const header = Buffer.alloc(32)
  header.set([0xc5, 0xd0, 0xd3, 0xc6])
  header.writeUInt32LE(header.length, 4)
  header.writeUInt32LE(postscript.length, 8)
  header.writeUInt32LE(header.length + postscript.length, 20)
  header.writeUInt32LE(preview.length, 24)
  header.writeUInt16LE(0xffff, 28)
  return Buffer.concat([header, postscript, preview])
}
