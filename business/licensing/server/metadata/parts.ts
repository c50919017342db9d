import { Readable } from 'node:stream'
import type { ByteRange, Files } from '#platform/server/index.ts'

/** A part of a delivered file: our own bytes, or a section of a stored file. */
export type Part = { bytes: Buffer } | { from: number; length: number }

const lengthOf = (part: Part): number => ('bytes' in part ? part.bytes.length : part.length)

export const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + lengthOf(part), 0)

/** Streams a range over all parts, both ends included as in HTTP. Reads only the needed section of the stored file. */
export const streamParts = (files: Files, key: string, parts: readonly Part[], range: ByteRange): Readable =>
  Readable.from(readParts(files, key, parts, range), { objectMode: false })

async function* readParts(files: Files, key: string, parts: readonly Part[], { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let before = 0
  for (const part of parts) {
    const [first, last] = [Math.max(0, start - before), Math.min(lengthOf(part) - 1, end - before)]
    before += lengthOf(part)
    if (first > last) continue
    if ('bytes' in part) yield part.bytes.subarray(first, last + 1)
    else yield* await files.stream(key, { start: part.from + first, end: part.from + last })
  }
}
