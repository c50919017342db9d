import type { EmbeddedWords } from './suggest-words.ts'

/** IPTC application record. */
const RECORD = 2
const TITLE = 5
const KEYWORD = 25
const CAPTION = 120

type Dataset = { record: number; field: number; value: string }

/** Reads IPTC metadata as photo programs write it into JPEG. */
export function readIptc(bytes: Uint8Array, text: string): Partial<EmbeddedWords> {
  const datasets = [...iptcDatasets(bytes, text)].filter(({ record }) => record === RECORD)
  const valuesOf = (wanted: number) => datasets.filter(({ field }) => field === wanted).map(({ value }) => value)
  const [title, description, tags] = [valuesOf(TITLE).at(-1), valuesOf(CAPTION).at(-1), valuesOf(KEYWORD)]
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }), ...(tags.length > 0 && { tags }) }
}

/** Datasets are 0x1C, record, field, a 16-bit length, and the text. They follow the name of the Photoshop resource. */
function* iptcDatasets(bytes: Uint8Array, text: string): Generator<Dataset> {
  const start = text.indexOf('8BIM\u0004\u0004')
  if (start < 0) return
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const name = (bytes[start + 6] ?? 0) + 1
  let at = start + 6 + name + (name % 2) + 4
  while (at + 5 <= bytes.length && bytes[at] === 0x1c) {
    const length = view.getUint16(at + 3)
    yield { record: view.getUint8(at + 1), field: view.getUint8(at + 2), value: readText(bytes.subarray(at + 5, at + 5 + length)) }
    at += 5 + length
  }
}

const EXIF = /(?:Exif\0\0|eXIf|EXIF[\s\S]{4})(II\*\0|MM\0\*)/
const IMAGE_DESCRIPTION = 0x010e
const XP_TITLE = 0x9c9b
const XP_KEYWORDS = 0x9c9e
const ENTRIES_MAX = 100

/** Reads the EXIF description, and the title and keywords that Windows adds in UTF-16. */
export function readExif(bytes: Uint8Array, text: string): Partial<EmbeddedWords> {
  const found = EXIF.exec(text)
  if (!found) return {}
  const start = found.index + found[0].length - 4
  const little = found[1] === 'II*\0'
  const view = new DataView(bytes.buffer, bytes.byteOffset + start)
  const words: Partial<EmbeddedWords> = {}
  try {
    const table = view.getUint32(4, little)
    const count = Math.min(view.getUint16(table, little), ENTRIES_MAX)
    for (let entry = table + 2; entry < table + 2 + count * 12; entry += 12) {
      const tag = view.getUint16(entry, little)
      const length = view.getUint32(entry + 4, little)
      const from = start + (length > 4 ? view.getUint32(entry + 8, little) : entry + 8)
      const value = bytes.subarray(from, from + length)
      if (tag === IMAGE_DESCRIPTION) words.description = readText(value)
      if (tag === XP_TITLE) words.title = readWide(value)
      if (tag === XP_KEYWORDS) words.tags = readWide(value).split(/[;,]/)
    }
  } catch {
    // A table that points outside the bytes is ignored.
  }
  return words
}

/** Reads Title and Description from the text chunks of a PNG. */
export function readPng(bytes: Uint8Array, text: string): Partial<EmbeddedWords> {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const read = (name: string) => {
    const start = text.indexOf(`tEXt${name}\0`)
    if (start < 4) return undefined
    return readText(bytes.subarray(start + 5 + name.length, start + 4 + view.getUint32(start - 4)))
  }
  const [title, description] = [read('Title'), read('Description')]
  return { ...(title && { title }), ...(description && { description }) }
}

const PACKED_XMP = /zTXtXML:com\.adobe\.xmp\0\0|iTXtXML:com\.adobe\.xmp\0\u0001\0[^\0]*\0[^\0]*\0/

/** Decompresses the XMP of a PNG. Other formats store it uncompressed. */
export async function unpackXmp(bytes: Uint8Array, text: string): Promise<Uint8Array> {
  const found = PACKED_XMP.exec(text)
  if (!found) return bytes
  const start = found.index + found[0].length
  const end = found.index + 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(found.index - 4)
  const packed = new Blob([bytes.slice(start, end)]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Reads title, subject, and keywords from a PDF's information dictionary or from the header comments of an EPS. */
export function readPrint(text: string): Partial<EmbeddedWords> {
  const read = (name: string) => pdfText(text, name) ?? new RegExp(`^%%${name}: *\\(?([^\\r\\n)]+)`, 'm').exec(text)?.[1]?.trim()
  const [title, description, keywords] = [read('Title'), read('Subject'), read('Keywords')]
  return { ...(title && { title }), ...(description && { description }), ...(keywords && { tags: keywords.split(/[,;]/) }) }
}

function pdfText(text: string, name: string): string | undefined {
  const [, literal, hex] = new RegExp(`/${name}\\s*(?:\\(((?:\\\\[\\s\\S]|[^\\\\()])*)\\)|<([0-9A-Fa-f\\s]*)>)`).exec(text) ?? []
  const raw = hex === undefined ? literal?.replace(/\\([\s\S])/g, '$1') : fromHex(hex.replace(/\s/g, ''))
  if (raw === undefined) return undefined
  const bytes = Uint8Array.from(raw, (letter) => letter.charCodeAt(0))
  return bytes[0] === 0xfe && bytes[1] === 0xff ? clean(new TextDecoder('utf-16be').decode(bytes.subarray(2))) : readText(bytes)
}

const fromHex = (hex: string): string => (hex.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('')

/** Decodes UTF-8, or Windows-1252 as older programs wrote it. */
function readText(bytes: Uint8Array): string {
  try {
    return clean(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return clean(new TextDecoder('windows-1252').decode(bytes))
  }
}

const readWide = (bytes: Uint8Array): string => clean(new TextDecoder('utf-16le').decode(bytes))

/** Removes control characters, which programs add at the end. */
const clean = (text: string): string => text.replace(/[\u0000-\u001f]+/g, ' ').trim()
