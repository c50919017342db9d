import { crc32 } from 'node:zlib'
import type { FileFormat } from '#catalogue/rules.ts'
import { iptcSegment } from './iptc.ts'
import type { LicenseMetadata } from './metadata.ts'
import { holeFor, type OwnPart, type Part, readSection, type Source, sizeOf } from './parts.ts'
import { pdfUpdate } from './pdf.ts'
import { afterRootTag, SVG_HEAD, svgMetadata } from './svg.ts'
import { chunkOfWebp, headOfWebp } from './webp.ts'
import { xmpPacket } from './xmp.ts'

/** A PNG's signature and its IHDR chunk, which always comes first. */
const PNG_START = 33
const WEBP_START = 12
const [APP0, APP1, APP11, APP13] = [0xe0, 0xe1, 0xeb, 0xed]
/** A box of JUMBF in one segment: the kind, the number of the box, and the number of the segment. */
const JUMBF_SEGMENT = Buffer.from([0x4a, 0x50, 0, 1, 0, 0, 0, 1])

/**
 * Splits a file into parts with the metadata inserted, and with room for a manifest of Content Credentials of `manifest_bytes`. Reads no more
 * than the first bytes of a picture or drawing, and the last ones of a PDF.
 */
export async function withMetadata(source: Source, format: FileFormat, metadata: LicenseMetadata, manifest_bytes = 0): Promise<Part[]> {
  const rest = (from: number): Part => ({ from, length: source.bytes - from })
  const inserted = (from: number, own: readonly OwnPart[]): Part[] => [{ from: 0, length: from }, ...own, rest(from)]
  switch (format) {
    case 'png':
      return inserted(PNG_START, [
        { bytes: pngText(xmpPacket(metadata)) },
        ...holeFor(manifest_bytes, (manifest) => pngChunk('caBX', manifest))
      ])
    case 'jpg':
      return inserted(await afterFirstSegment(source), [
        { bytes: jpegSegments(metadata) },
        ...holeFor(manifest_bytes, (manifest) => jpegSegment(APP11, Buffer.concat([JUMBF_SEGMENT, manifest])))
      ])
    case 'webp': {
      const chunks = [
        { bytes: chunkOfWebp({ kind: 'XMP ', data: xmpPacket(metadata) }) },
        ...holeFor(manifest_bytes, (data) => chunkOfWebp({ kind: 'C2PA', data }))
      ]
      return [{ bytes: headOfWebp(source.bytes + sizeOf(chunks) - 8) }, rest(WEBP_START), ...chunks]
    }
    case 'svg': {
      const at = afterRootTag(await readSection(source, 0, SVG_HEAD))
      return at === undefined ? [rest(0)] : inserted(at, svgMetadata(metadata, manifest_bytes))
    }
    case 'pdf':
      return [rest(0), await pdfUpdate(source, metadata, manifest_bytes)]
    case 'eps':
      return [rest(0)]
  }
}

/** An uncompressed iTXt chunk, as the XMP specification requires. */
const pngText = (packet: Buffer): Buffer => pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), packet]))

function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
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
