import type { Words } from './embedded-words.ts'

const TITLE = 5
const KEYWORD = 25
const CAPTION = 120

/** IPTC as photo programs write it into JPEG: records of 0x1C, set, field, length, text. */
export function readIptc(bytes: Uint8Array, text: string): Partial<Words> {
  const start = text.indexOf('8BIM\u0004\u0004')
  if (start < 0) return {}
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const name = bytes[start + 6]! + 1
  let at = start + 6 + name + (name % 2) + 4
  const tags: string[] = []
  const words: Partial<Words> = {}
  while (at + 5 <= bytes.length && bytes[at] === 0x1c) {
    const [set, field, length] = [bytes[at + 1], bytes[at + 2], view.getUint16(at + 3)]
    const value = readText(bytes.subarray(at + 5, at + 5 + length))
    if (set === 2 && field === TITLE) words.title = value
    if (set === 2 && field === KEYWORD) tags.push(value)
    if (set === 2 && field === CAPTION) words.description = value
    at += 5 + length
  }
  return tags.length > 0 ? { ...words, tags } : words
}

const EXIF = /(?:Exif\0\0|eXIf|EXIF[\s\S]{4})(II\*\0|MM\0\*)/
const IMAGE_DESCRIPTION = 0x010e
const XP_TITLE = 0x9c9b
const XP_KEYWORDS = 0x9c9e
const ENTRIES_MOST = 100

/** The description of EXIF, and the title and keywords that Windows writes beside it in UTF-16. */
export function readExif(bytes: Uint8Array, text: string): Partial<Words> {
  const found = EXIF.exec(text)
  if (!found) return {}
  const start = found.index + found[0].length - 4
  const little = found[1] === 'II*\0'
  const view = new DataView(bytes.buffer, bytes.byteOffset + start)
  const words: Partial<Words> = {}
  try {
    const table = view.getUint32(4, little)
    const count = Math.min(view.getUint16(table, little), ENTRIES_MOST)
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
    // A table that points outside the bytes read says no more.
  }
  return words
}

/** The Title and Description that PNG knows by itself. */
export function readPng(bytes: Uint8Array, text: string): Partial<Words> {
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

/** The XMP of a PNG whose writer packed it; the other formats keep theirs readable. */
export async function unpackXmp(bytes: Uint8Array, text: string): Promise<Uint8Array> {
  const found = PACKED_XMP.exec(text)
  if (!found) return bytes
  const start = found.index + found[0].length
  const end = found.index + 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(found.index - 4)
  const packed = new Blob([bytes.slice(start, end)]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Title, subject and keywords of a PDF's information, or of the comments at the top of an EPS. */
export function readPrint(text: string): Partial<Words> {
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

/** UTF-8 where it is that, else the Latin letters that older programs wrote. */
function readText(bytes: Uint8Array): string {
  try {
    return clean(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return clean(new TextDecoder('windows-1252').decode(bytes))
  }
}

const readWide = (bytes: Uint8Array): string => clean(new TextDecoder('utf-16le').decode(bytes))

/** Programs end their texts with control characters. */
const clean = (text: string): string => text.replace(/[\u0000-\u001f]+/g, ' ').trim()
