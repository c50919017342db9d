/** A chunk of a WebP file: https://developers.google.com/speed/webp/docs/riff_container */
export type Chunk = { kind: string; data: Buffer }

const HEAD = 12
const EXTENDED = 'VP8X'
const [XMP_FLAG, ALPHA_FLAG] = [0x04, 0x10]

export function chunksOfWebp(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = HEAD; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4)
    chunks.push({ kind: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, at + 8 + length) })
    at += 8 + length + (length % 2)
  }
  return chunks
}

export function chunkOfWebp({ kind, data }: Chunk): Buffer {
  const head = Buffer.from(`${kind}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

export function webpOf(chunks: readonly Chunk[]): Buffer {
  const body = Buffer.concat(chunks.map(chunkOfWebp))
  return Buffer.concat([headOfWebp(body.length + 4), body])
}

/** `length` counts the bytes after the length field. */
export function headOfWebp(length: number): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(length, 4)
  return head
}

/** Converts to the extended format, which XMP requires, and sets its XMP flag. */
export function asExtendedWebp(chunks: readonly Chunk[]): Chunk[] {
  const [first, ...others] = chunks
  if (!first) return []
  if (first.kind === EXTENDED) return [{ kind: EXTENDED, data: flagged(first.data, XMP_FLAG) }, ...others]
  const { width, height, has_alpha } = first.kind === 'VP8L' ? readLossless(first.data) : readLossy(first.data)
  const data = Buffer.alloc(10)
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return [{ kind: EXTENDED, data: flagged(data, XMP_FLAG | (has_alpha ? ALPHA_FLAG : 0)) }, ...chunks]
}

const flagged = (data: Buffer, flags: number): Buffer => Buffer.concat([Buffer.from([data.readUInt8(0) | flags]), data.subarray(1)])

/** After one byte of signature: 14 bits of width minus one, 14 bits of height minus one, and the alpha flag. */
function readLossless(data: Buffer) {
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, has_alpha: ((bits >>> 28) & 1) === 1 }
}

/** After the 6-byte frame header: 14 bits of width and of height, each with 2 bits of scaling. */
const readLossy = (data: Buffer) => ({ width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff, has_alpha: false })
