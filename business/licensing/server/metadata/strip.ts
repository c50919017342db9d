import type { FileFormat } from '#catalogue/rules.ts'
import { asExtendedWebp, chunksOfWebp, webpOf } from './webp.ts'

const XMP_JPEG = ['http://ns.adobe.com/xap/1.0/\0', 'http://ns.adobe.com/xmp/extension/\0']
const PNG_SIGNATURE = 8
const PNG_TEXTS = ['tEXt', 'zTXt', 'iTXt']
/** The box of Content Credentials: they sign the bytes as they were, and would say that ours were tampered with. */
const PNG_CREDENTIALS = 'caBX'
const PNG_METADATA = ['XML:com.adobe.xmp\0', 'Raw profile type xmp\0', 'Raw profile type iptc\0']
const [APP1, APP11, APP13, SCAN] = [0xe1, 0xeb, 0xed, 0xda]

/** Removes XMP, IPTC, and Content Credentials from a file, to make room for those of a license. Does not decode the picture. A malformed file is not changed. */
export function stripMetadata(format: FileFormat, bytes: Buffer): Buffer {
  if (format === 'jpg') return plainJpeg(bytes)
  if (format === 'png') return plainPng(bytes)
  if (format === 'webp') return plainWebp(bytes)
  return bytes
}

function plainJpeg(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== SCAN) {
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const segment = bytes.subarray(at, end)
    if (!isMetadataSegment(segment)) parts.push(segment)
    at = end
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}

function isMetadataSegment(segment: Buffer): boolean {
  const begins = (text: string) => segment.toString('latin1', 4, 4 + text.length) === text
  return segment[1] === APP13 || segment[1] === APP11 || (segment[1] === APP1 && XMP_JPEG.some(begins))
}

function plainPng(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, PNG_SIGNATURE)]
  let at = PNG_SIGNATURE
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const chunk = bytes.subarray(at, end)
    if (!isMetadataChunk(chunk)) parts.push(chunk)
    at = end
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}

function isMetadataChunk(chunk: Buffer): boolean {
  const begins = (text: string) => chunk.toString('latin1', 8, 8 + text.length) === text
  const kind = chunk.toString('latin1', 4, 8)
  return kind === PNG_CREDENTIALS || (PNG_TEXTS.includes(kind) && PNG_METADATA.some(begins))
}

function plainWebp(bytes: Buffer): Buffer {
  const chunks = chunksOfWebp(bytes).filter(({ kind }) => kind !== 'XMP ' && kind !== 'C2PA')
  return webpOf(asExtendedWebp(chunks))
}
