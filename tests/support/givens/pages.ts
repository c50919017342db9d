import { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'

/** No two files alike: the same bytes at two assets are refused. */
const mark = () => `${Math.random()}`

/** What the tests draw with; pdfkit brings no types. */
export type PdfPage = {
  page: { dictionary: { data: Record<string, unknown> } }
  rect(x: number, y: number, width: number, height: number): PdfPage
  fill(colour: readonly number[]): PdfPage
  addPage(options: object): PdfPage
  end(): void
}

/** A page of 300 by 200 points, unless told otherwise. */
export async function pdf(draw: (page: PdfPage) => unknown, options: object = {}): Promise<Buffer> {
  const Document = PDFDocument as unknown as new (options: object) => PdfPage
  const page = new Document({ size: [300, 200], margin: 0, info: { Title: mark() }, ...options })
  draw(page)
  page.end()
  const chunks: Buffer[] = []
  for await (const chunk of Readable.from(page as unknown as AsyncIterable<Buffer>)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A PDF of one page whose content may draw /A or the pattern /P, the first stream; each has a dictionary that is not closed yet, and its text. */
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

/** Forms that draw the next one thirty times, nine levels deep. */
export function formsOfForms(): Buffer {
  const form = (inside: string) => `<</Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</XObject<<${inside}>>>>`
  const again = '/A Do '.repeat(30)
  const levels = Array.from({ length: 9 }, (_, level): [string, string] => [form(`/A ${level + 6} 0 R`), again])
  return handWrittenPdf(again, [...levels, [form(''), '0 0 300 200 re f '.repeat(50)]])
}

export const eps = (code: string, box = '%%BoundingBox: 100 100 400 300'): Buffer =>
  Buffer.from(`%!PS-Adobe-3.0 EPSF-3.0\n${box}\n%%EndComments\n% ${mark()}\n${code}\n%%EOF\n`)

/** Behind the header of the DOS kind, with a preview in TIFF. */
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
