import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { PageUser } from '#platform/web/page.ts'
import { fillingsOf, type PageTemplate } from './page-template.ts'

/** A template ready to be sent: its texts as bytes, and compressed. */
export type TemplateBytes = {
  template: PageTemplate
  plain: readonly Buffer[]
  deflated: readonly Buffer[]
  bytes: number
}

/** A full flush ends a text at a whole byte, and nothing after it refers to what came before. So anything may stand between two texts. */
const DEFLATE = { level: 9, flush: constants.Z_FULL_FLUSH, finishFlush: constants.Z_FULL_FLUSH }

export async function toBytes(template: PageTemplate): Promise<TemplateBytes> {
  const plain = template.texts.map((text) => Buffer.from(text))
  const deflated = await Promise.all(plain.map((text) => (text.length === 0 ? text : promisify(deflateRaw)(text, DEFLATE))))
  return { template, plain, deflated, bytes: sizeOf(plain) + sizeOf(deflated) }
}

const sizeOf = (buffers: readonly Buffer[]): number => buffers.reduce((sum, { length }) => sum + length, 0)

/** Returns the page for one person: a gzip file, or plain. */
export function fill({ template, plain, deflated }: TemplateBytes, person: PageUser, sent: { nonce: string; gzip: boolean }): Buffer {
  const fillings = fillingsOf(template, person, sent.nonce).map((text) => Buffer.from(text))
  if (!sent.gzip) return Buffer.concat(alternate(plain, fillings))
  return Buffer.concat([GZIP_HEAD, ...alternate(deflated, fillings.map(stored)), LAST_BLOCK, gzipTail(alternate(plain, fillings))])
}

const alternate = (texts: readonly Buffer[], fillings: readonly Buffer[]): Buffer[] =>
  texts.flatMap((text, at) => (at < fillings.length ? [text, fillings[at]!] : [text]))

/** RFC 1952: deflate, no name, no time, unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** RFC 1951: an empty block with the mark of the last one. */
const LAST_BLOCK = Buffer.from([3, 0])
/** The longest block that is not compressed. */
const STORED_MAX = 0xffff

/** RFC 1951: blocks that are not compressed. */
function stored(text: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let start = 0; start < text.length; start += STORED_MAX) {
    const block = text.subarray(start, start + STORED_MAX)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(block.length, 1)
    head.writeUInt16LE(block.length ^ STORED_MAX, 3)
    blocks.push(head, block)
  }
  return Buffer.concat(blocks)
}

function gzipTail(parts: readonly Buffer[]): Buffer {
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(parts.reduce((sum, part) => crc32(part, sum), 0))
  tail.writeUInt32LE(sizeOf(parts) % 2 ** 32, 4)
  return tail
}
