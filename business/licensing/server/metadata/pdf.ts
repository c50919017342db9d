import type { LicenseMetadata } from './metadata.ts'
import { type Hole, type OwnPart, readSection, type Source } from './parts.ts'
import { xmpPacket } from './xmp.ts'

/** Matches PDFs that we wrote: one plain cross-reference table, and the trailer at the end. */
const END = /trailer\s*<<([\s\S]*)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/
const TAIL = 2048
/** The longest cross-reference table that is read: that of 13,000 objects. Ours have a few dozen at most. */
const MAX_TABLE = 256 * 1024
/** The longest document catalogue that is read. */
const MAX_CATALOGUE = 16 * 1024
/** The length of an entry in a cross-reference table. */
const ENTRY = 20

/**
 * Returns an incremental update that adds the metadata to a PDF, and a file for the manifest of its Content Credentials if that has any bytes.
 * The bytes before it do not change, and only its last objects are read.
 */
export async function pdfUpdate(pdf: Source, metadata: LicenseMetadata, manifest_bytes = 0): Promise<OwnPart> {
  const [, trailer = '', table = ''] = END.exec(await textOfSection(pdf, Math.max(0, pdf.bytes - TAIL), TAIL)) ?? []
  const root = Number(/\/Root (\d+) 0 R/.exec(trailer)?.[1])
  const info = Number(/\/Info (\d+) 0 R/.exec(trailer)?.[1])
  const stream = Number(/\/Size (\d+)/.exec(trailer)?.[1])
  const [id = ''] = /\/ID \[[^\]]*\]/.exec(trailer) ?? []
  const catalogue = await catalogueOf(pdf, Number(table), root)
  if (!root || !info || !stream || !catalogue) throw new Error('This PDF was not written by us.')
  const [file, specification] = [stream + 1, stream + 2]
  const attached = manifest_bytes > 0
  const entries = [`/Metadata ${stream} 0 R`, ...(attached ? attachmentEntries(specification) : [])]
  const numbers = [root, info, stream, ...(attached ? [specification, file] : [])]
  const objects = [
    object(root, `${catalogue.slice(0, catalogue.lastIndexOf('>>'))}${entries.join('\n')}\n>>`),
    object(info, infoOf(metadata)),
    object(stream, streamOf('/Type /Metadata /Subtype /XML', xmpPacket(metadata).toString('latin1'))),
    ...(attached ? [object(specification, fileSpecification(file)), object(file, streamOf(FILE, '\0'.repeat(manifest_bytes)))] : [])
  ]
  const places = objects.map((_, index) => pdf.bytes + 1 + objects.slice(0, index).join('').length)
  const start = pdf.bytes + 1 + objects.join('').length
  const update = [
    '\n',
    ...objects,
    'xref\n',
    ...numbers.map((number, index) => `${number} 1\n${String(places[index]).padStart(10, '0')} 00000 n \n`),
    `trailer\n<< /Size ${Math.max(...numbers) + 1} /Root ${root} 0 R /Info ${info} 0 R /Prev ${table} ${id} >>\nstartxref\n${start}\n%%EOF\n`
  ]
  const bytes = Buffer.from(update.join(''), 'latin1')
  return attached ? { bytes, hole: holeIn(bytes, manifest_bytes) } : { bytes }
}

/** What the specification asks of Content Credentials in a PDF: an embedded file that the catalogue names as associated. */
const FILE = '/Type /EmbeddedFile /Subtype /application#2Fc2pa'
const fileSpecification = (file: number): string =>
  `<< /Type /Filespec /AFRelationship /C2PA_Manifest /F (content_credential.c2pa) /UF (content_credential.c2pa) /EF << /F ${file} 0 R >> >>`
const attachmentEntries = (specification: number): string[] => [
  `/AF [${specification} 0 R]`,
  `/Names << /EmbeddedFiles << /Names [(Content Credentials) ${specification} 0 R] >> >>`
]

const streamOf = (kind: string, data: string): string => `<< ${kind} /Length ${data.length} >>\nstream\n${data}\nendstream`

function holeIn(update: Buffer, length: number): Hole {
  const from = update.indexOf(Buffer.alloc(length))
  const fill = (manifest: Buffer) => Buffer.concat([update.subarray(0, from), manifest, update.subarray(from + length)])
  return { from, length, fill }
}

const textOfSection = async (pdf: Source, from: number, length: number): Promise<string> =>
  (await readSection(pdf, from, length)).toString('latin1')

/** Reads the document catalogue at the place that the cross-reference table names. */
async function catalogueOf(pdf: Source, table: number, root: number): Promise<string | undefined> {
  const entries = /^xref\n0 \d+\n([\s\S]*)$/.exec(await textOfSection(pdf, table, Math.min(MAX_TABLE, pdf.bytes - table)))?.[1]
  const entry = entries?.slice(root * ENTRY, (root + 1) * ENTRY)
  const place = /^(\d{10}) \d{5} n/.exec(entry ?? '')?.[1]
  if (place === undefined) return undefined
  const text = await textOfSection(pdf, Number(place), MAX_CATALOGUE)
  const mark = `${root} 0 obj\n`
  const end = text.indexOf('endobj')
  return text.startsWith(mark) && end > 0 ? text.slice(mark.length, end) : undefined
}

const object = (number: number, body: string): string => `${number} 0 obj\n${body}\nendobj\n`

const infoOf = ({ title, creator, rights, terms, license_id }: LicenseMetadata): string =>
  `<< /Title ${textOf(title)} /Author ${textOf(creator)} /Subject ${textOf(`${rights} ${terms}`)} /Keywords ${textOf(license_id)} >>`

/** UTF-16 in hexadecimal, so that no character has a meaning in PDF. */
const textOf = (text: string): string => `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`
