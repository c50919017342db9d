import { crc32 } from 'node:zlib'
import type { FileFormat } from '#catalogue/rules.ts'
import { iptcSegment } from './iptc.ts'
import type { LicenseMetadata } from './metadata.ts'
import { type Part, readSection, type Source } from './parts.ts'
import { pdfUpdate } from './pdf.ts'
import { afterRootTag, SVG_HEAD, svgMetadata } from './svg.ts'
import { chunkOfWebp, headOfWebp } from './webp.ts'
import { xmpPacket } from './xmp.ts'

/** A PNG's signature and its IHDR chunk, which always comes first. */
const PNG_START = 33
const WEBP_START = 12
const [APP0, APP1, APP13] = [0xe0, 0xe1, 0xed]

/** Splits a file into parts with the metadata inserted. Reads no more than the first bytes of a picture or drawing, and the last ones of a PDF. */
export async function withMetadata(source: Source, format: FileFormat, metadata: LicenseMetadata): Promise<Part[]> {
  const rest = (from: number): Part => ({ from, length: source.bytes - from })
  const inserted = (from: number, bytes: Buffer): Part[] => [{ from: 0, length: from }, { bytes }, rest(from)]
  switch (format) {
    case 'png':
      return inserted(PNG_START, pngText(xmpPacket(metadata)))
    case 'jpg':
      return inserted(await afterFirstSegment(source), jpegSegments(metadata))
    case 'webp': {
      const chunk = chunkOfWebp({ kind: 'XMP ', data: xmpPacket(metadata) })
      return [{ bytes: headOfWebp(source.bytes + chunk.length - 8) }, rest(WEBP_START), { bytes: chunk }]
    }
    case 'svg': {
      const at = afterRootTag(await readSection(source, 0, SVG_HEAD))
      return at === undefined ? [rest(0)] : inserted(at, svgMetadata(metadata))
    }
    case 'pdf':
      return [rest(0), { bytes: await pdfUpdate(source, metadata) }]
    case 'eps':
      return [rest(0)]
  }
}

/** An uncompressed iTXt chunk, as the XMP specification requires. */
function pngText(packet: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0', 'latin1'), packet])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** JFIF or EXIF comes first, if present. */
async function afterFirstSegment(source: Source): Promise<number> {
  const start = await readSection(source, 0, 6)
  return start[3] === APP0 || start[3] === APP1 ? 4 + start.readUInt16BE(4) : 2
}

const jpegSegments = (metadata: LicenseMetadata): Buffer =>
  Buffer.concat([
    jpegSegment(APP1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmpPacket(metadata)])),
    jpegSegment(APP13, iptcSegment(metadata))
  ])

function jpegSegment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
