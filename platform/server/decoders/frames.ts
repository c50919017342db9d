import { createReadStream } from 'node:fs'
import type { Writable } from 'node:stream'

/** Bytes on disk that are sent to a decoder without loading them here. The decoder gets a Buffer. */
export class FileBytes {
  readonly path: string
  readonly size: number

  constructor(path: string, size: number) {
    this.path = path
    this.size = size
  }
}

type Part = Uint8Array | FileBytes

/** A frame starts with the lengths of its two halves, 4 bytes each: the value as JSON, then its binary parts. */
const LENGTHS_BYTES = 8
const isPart = (value: unknown): value is Part => value instanceof Uint8Array || value instanceof FileBytes
const sizeOf = (part: Part): number => (part instanceof FileBytes ? part.size : part.byteLength)

/**
 * Writes a value as one frame. It may contain bytes and bigints anywhere. JSON and raw bytes are all that crosses the border between
 * the processes, so a decoder that a file has taken over cannot send anything that runs code here.
 */
export async function writeFrame(to: Writable, value: unknown): Promise<void> {
  const parts: Part[] = []
  const head = Buffer.from(JSON.stringify({ value: packed(value, parts), sizes: parts.map(sizeOf) }))
  const lengths = Buffer.alloc(LENGTHS_BYTES)
  lengths.writeUInt32BE(head.length, 0)
  lengths.writeUInt32BE(
    parts.reduce((sum, part) => sum + sizeOf(part), 0),
    4
  )
  await writeBytes(to, Buffer.concat([lengths, head]))
  for (const part of parts) await writePart(to, part)
}

function packed(value: unknown, parts: Part[]): unknown {
  if (typeof value === 'bigint') return { $bigint: String(value) }
  if (isPart(value)) return { $part: parts.push(value) - 1 }
  if (Array.isArray(value)) return value.map((one) => packed(one, parts))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, packed(one, parts)]))
}

async function writePart(to: Writable, part: Part): Promise<void> {
  if (!(part instanceof FileBytes)) return writeBytes(to, part)
  let left = part.size
  for await (const chunk of createReadStream(part.path)) {
    left -= chunk.length
    if (left < 0) break
    await writeBytes(to, chunk)
  }
  if (left !== 0) throw new Error('A file changed its size while it was sent to a decoder.')
}

const writeBytes = (to: Writable, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    to.write(bytes, (error) => (error ? reject(error) : resolve()))
  })

/** Collects the bytes of a stream and reports each whole value. Throws when a frame is longer than `bytes_max`. */
export function frameReader(bytes_max: number, onValue: (value: unknown) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let size = 0

  const first = (count: number): Buffer => {
    if ((chunks[0]?.length ?? 0) < count) chunks = [Buffer.concat(chunks)]
    return chunks[0]?.subarray(0, count) ?? Buffer.alloc(0)
  }

  function readNext(): boolean {
    if (size < LENGTHS_BYTES) return false
    const lengths = first(LENGTHS_BYTES)
    const [head, body] = [lengths.readUInt32BE(0), lengths.readUInt32BE(4)]
    const whole = LENGTHS_BYTES + head + body
    if (whole > bytes_max) throw new Error(`A frame of ${whole} bytes is too long.`)
    if (size < whole) return false
    const frame = first(whole)
    const rest = chunks[0]?.subarray(whole)
    chunks = rest && rest.length > 0 ? [rest, ...chunks.slice(1)] : chunks.slice(1)
    size -= whole
    onValue(read(frame.toString('utf8', LENGTHS_BYTES, LENGTHS_BYTES + head), frame.subarray(LENGTHS_BYTES + head)))
    return true
  }

  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    while (readNext());
  }
}

type Head = { value?: unknown; sizes: number[] }

function read(json: string, body: Buffer): unknown {
  const { value, sizes }: Head = JSON.parse(json)
  let start = 0
  const parts = sizes.map((size) => {
    start += size
    return body.subarray(start - size, start)
  })
  return unpacked(value, parts)
}

function unpacked(value: unknown, parts: readonly Buffer[]): unknown {
  if (Array.isArray(value)) return value.map((one) => unpacked(one, parts))
  if (value === null || typeof value !== 'object') return value
  if ('$bigint' in value) return BigInt(String(value.$bigint))
  if ('$part' in value) return parts[Number(value.$part)]
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unpacked(one, parts)]))
}
