import { Readable } from 'node:stream'
import type { ByteRange } from '#platform/server/index.ts'

/** The bytes of a stored file, read in ranges: many people download large files at the same time, so none is read whole into memory. */
export type Source = { bytes: number; stream(range: ByteRange): Promise<Readable> }

/** A part of a delivered file: our own bytes, or a section of the source. */
export type Part = OwnPart | { from: number; length: number }
export type OwnPart = { bytes: Buffer; hole?: Hole }

/**
 * Where the manifest of the Content Credentials will be, which signs everything but the section `from`, `length` of its part.
 * `fill` returns the bytes of the part with the manifest, as many as before.
 */
export type Hole = { from: number; length: number; fill(manifest: Buffer): Buffer }

/** Returns the part for a manifest of this length, all of which is left out of what is signed. Nothing for a file without a manifest. */
export function holeFor(length: number, fill: (manifest: Buffer) => Buffer): OwnPart[] {
  if (length === 0) return []
  const bytes = fill(Buffer.alloc(length))
  return [{ bytes, hole: { from: 0, length: bytes.length, fill } }]
}

const lengthOf = (part: Part): number => ('bytes' in part ? part.bytes.length : part.length)

export const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + lengthOf(part), 0)

/** Streams a range over all parts, both ends included as in HTTP. Reads only the needed section of the source. */
export const streamParts = (source: Source, parts: readonly Part[], range: ByteRange): Readable =>
  Readable.from(readParts(source, parts, range), { objectMode: false })

async function* readParts(source: Source, parts: readonly Part[], { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let before = 0
  for (const part of parts) {
    const [first, last] = [Math.max(0, start - before), Math.min(lengthOf(part) - 1, end - before)]
    before += lengthOf(part)
    if (first > last) continue
    if ('bytes' in part) yield part.bytes.subarray(first, last + 1)
    else yield* await source.stream({ start: part.from + first, end: part.from + last })
  }
}

/** Returns a section of the source, up to its end. For short sections only. */
export async function readSection(source: Source, from: number, length: number): Promise<Buffer> {
  const end = Math.min(source.bytes, from + length) - 1
  if (from > end) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  for await (const chunk of await source.stream({ start: from, end })) chunks.push(chunk)
  return Buffer.concat(chunks)
}
