import type { Facts } from './metadata.ts'

/** Record 2 of IPTC IIM: number of the data set, and how many bytes it takes. */
const OBJECT_NAME = [5, 64] as const
const INSTRUCTIONS = [40, 256] as const
const BY_LINE = [80, 32] as const
const TRANSMISSION_REFERENCE = [103, 32] as const
const CREDIT = [110, 32] as const
const COPYRIGHT_NOTICE = [116, 128] as const

/** The facts for older programs, as a JPEG's APP13 segment holds them. */
export function iptcSegment(facts: Facts): Buffer {
  const records = Buffer.concat([
    // Says that the text is UTF-8.
    dataSet(1, 90, Buffer.from('\u001b%G')),
    text(OBJECT_NAME, facts.title),
    text(INSTRUCTIONS, `${facts.terms} ${facts.terms_url}`),
    text(BY_LINE, facts.creator),
    text(TRANSMISSION_REFERENCE, facts.license_id),
    text(CREDIT, facts.creator),
    text(COPYRIGHT_NOTICE, facts.rights)
  ])
  const even = records.length % 2 === 0 ? records : Buffer.concat([records, Buffer.alloc(1)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(records.length)
  // Resource 0x0404 with an empty name.
  return Buffer.concat([Buffer.from('Photoshop 3.0\0'), Buffer.from('8BIM\u0004\u0004\0\0', 'latin1'), length, even])
}

const text = ([number, most]: readonly [number, number], value: string): Buffer => dataSet(2, number, cut(value, most))

function dataSet(record: number, number: number, value: Buffer): Buffer {
  const head = Buffer.from([0x1c, record, number, 0, 0])
  head.writeUInt16BE(value.length, 3)
  return Buffer.concat([head, value])
}

/** At most so many bytes of UTF-8, no character cut in two. */
function cut(value: string, most: number): Buffer {
  let kept = ''
  for (const sign of value) {
    if (Buffer.byteLength(kept + sign) > most) break
    kept += sign
  }
  return Buffer.from(kept)
}
