import type { LicenseMetadata } from './metadata.ts'
import { xmpPacket } from './xmp.ts'

/** Matches PDFs that we wrote: one plain cross-reference table, and the trailer at the end. */
const END = /trailer\s*<<([\s\S]*)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/
const TAIL = 2048

/** Returns an incremental update that adds the metadata to a PDF. The bytes before it do not change. */
export function pdfUpdate(pdf: Buffer, metadata: LicenseMetadata): Buffer {
  const [, trailer = '', table = ''] = END.exec(pdf.toString('latin1', Math.max(0, pdf.length - TAIL))) ?? []
  const root = Number(/\/Root (\d+) 0 R/.exec(trailer)?.[1])
  const info = Number(/\/Info (\d+) 0 R/.exec(trailer)?.[1])
  const stream = Number(/\/Size (\d+)/.exec(trailer)?.[1])
  const [id = ''] = /\/ID \[[^\]]*\]/.exec(trailer) ?? []
  const catalogue = catalogueOf(pdf, root)
  if (!root || !info || !stream || !catalogue) throw new Error('This PDF was not written by us.')
  const packet = xmpPacket(metadata)
  const objects = [
    object(root, `${catalogue.slice(0, catalogue.lastIndexOf('>>'))}/Metadata ${stream} 0 R\n>>`),
    object(info, infoOf(metadata)),
    object(stream, `<< /Type /Metadata /Subtype /XML /Length ${packet.length} >>\nstream\n${packet.toString('latin1')}\nendstream`)
  ]
  const places = objects.map((_, index) => pdf.length + 1 + objects.slice(0, index).join('').length)
  const start = pdf.length + 1 + objects.join('').length
  const update = [
    '\n',
    ...objects,
    'xref\n',
    ...[root, info, stream].map((number, index) => `${number} 1\n${String(places[index]).padStart(10, '0')} 00000 n \n`),
    `trailer\n<< /Size ${stream + 1} /Root ${root} 0 R /Info ${info} 0 R /Prev ${table} ${id} >>\nstartxref\n${start}\n%%EOF\n`
  ]
  return Buffer.from(update.join(''), 'latin1')
}

function catalogueOf(pdf: Buffer, root: number): string | undefined {
  const mark = `\n${root} 0 obj\n`
  const at = pdf.lastIndexOf(mark)
  return at < 0 ? undefined : pdf.toString('latin1', at + mark.length, pdf.indexOf('endobj', at))
}

const object = (number: number, body: string): string => `${number} 0 obj\n${body}\nendobj\n`

const infoOf = ({ title, creator, rights, terms, license_id }: LicenseMetadata): string =>
  `<< /Title ${textOf(title)} /Author ${textOf(creator)} /Subject ${textOf(`${rights} ${terms}`)} /Keywords ${textOf(license_id)} >>`

/** UTF-16 in hexadecimal, so that no character has a meaning in PDF. */
const textOf = (text: string): string => `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`
