import type { LicenseMetadata } from './metadata.ts'

/** Data sets of IPTC IIM record 2: number and maximum length in bytes. */
const OBJECT_NAME = [5, 64] as const
const INSTRUCTIONS = [40, 256] as const
const BY_LINE = [80, 32] as const
const TRANSMISSION_REFERENCE = [103, 32] as const
const CREDIT = [110, 32] as const
const COPYRIGHT_NOTICE = [116, 128] as const

/** The metadata for older programs, as the content of a JPEG's APP13 segment. */
export function iptcSegment(metadata: LicenseMetadata): Buffer {
  const records = Buffer.concat([
    // Declares the text as UTF-8.
    dataSet(1, 90, Buffer.from('\u001b%G')),
    text(OBJECT_NAME, metadata.title),
    text(INSTRUCTIONS, `${metadata.terms} ${metadata.terms_url}`),
    text(BY_LINE, metadata.creator),
    text(TRANSMISSION_REFERENCE, metadata.license_id),
    text(CREDIT, metadata.creator),
    text(COPYRIGHT_NOTICE, metadata.rights)
  ])
  const even = records.length % 2 === 0 ? records : Buffer.concat([records, Buffer.alloc(1)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(records.length)
  // Resource 0x0404 with an empty name.
  return Buffer.concat([Buffer.from('Photoshop 3.0\0'), Buffer.from('8BIM\u0004\u0004\0\0', 'latin1'), length, even])
}

const text = ([number, max_bytes]: readonly [number, number], value: string): Buffer => dataSet(2, number, truncate(value, max_bytes))

function dataSet(record: number, number: number, value: Buffer): Buffer {
  const head = Buffer.from([0x1c, record, number, 0, 0])
  head.writeUInt16BE(value.length, 3)
  return Buffer.concat([head, value])
}

/** Truncates UTF-8 text to a number of bytes without splitting a character. */
function truncate(value: string, max_bytes: number): Buffer {
  let text = ''
  for (const character of value) {
    if (Buffer.byteLength(text + character) > max_bytes) break
    text += character
  }
  return Buffer.from(text)
}
