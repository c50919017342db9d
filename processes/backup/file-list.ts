import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline as pipelineOf, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { StoredFile } from '#platform/server/files/files.ts'
import { digesting } from './digest.ts'

/* Lists of files, one JSON array per line, in the order of the keys. They are read and compared as streams, because a shop may have millions of files. */

/** A file of the store and the hash of its content. */
export type Entry = StoredFile & { sha256: string }

const line = z.tuple([z.string(), z.number(), z.string(), z.string().regex(/^[0-9a-f]{64}$/)])

export const lineOf = ({ key, size, version, sha256 }: Entry): string => `${JSON.stringify([key, size, version, sha256])}\n`

/** Reads the list of a complete backup. */
export const readList = (path: string): AsyncIterable<Entry> =>
  // Without the callback, an error while reading would not reach the stream behind it.
  entriesIn(pipelineOf(createReadStream(path), createGunzip(), () => {}))

/** Reads the list of an interrupted backup. Its last line may be cut off. */
export const readOpenList = (path: string): AsyncIterable<Entry> => entriesIn(createReadStream(path), { mayBeCut: true })

async function* entriesIn(stream: Readable, { mayBeCut = false } = {}): AsyncIterable<Entry> {
  for await (const text of linesOf(stream)) {
    const entry = parse(text, mayBeCut)
    if (!entry) return
    yield entry
  }
}

/** Not `node:readline`, which does not report errors of its input. */
export async function* linesOf(stream: Readable): AsyncIterable<string> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}

function parse(text: string, mayBeCut: boolean): Entry | undefined {
  try {
    const [key, size, version, sha256] = line.parse(JSON.parse(text))
    return { key, size, version, sha256 }
  } catch (error) {
    if (mayBeCut) return undefined
    throw error
  }
}

/** Writes a list, compressed. Returns the hash of the stored bytes. */
export async function writeList(path: string, entries: AsyncIterable<Entry>): Promise<{ count: number; bytes: number; sha256: string }> {
  let count = 0
  let bytes = 0
  async function* lines() {
    for await (const entry of entries) {
      count += 1
      bytes += entry.size
      yield lineOf(entry)
    }
  }
  const stored = digesting()
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), stored.through, createWriteStream(path, { flush: true, mode: 0o600 }))
  return { count, bytes, sha256: stored.result().sha256 }
}

type Keyed = { key: string }
type Pair<A, B> = { left: A | undefined; right: B | undefined }

/** Walks two sorted lists together, and pairs what has the same key. */
export async function* joined<A extends Keyed, B extends Keyed>(
  left: AsyncIterable<A>,
  right: AsyncIterable<B>
): AsyncGenerator<Pair<A, B>> {
  const [lefts, rights] = [left[Symbol.asyncIterator](), right[Symbol.asyncIterator]()]
  try {
    let [a, b] = [await lefts.next(), await rights.next()]
    while (!a.done || !b.done) {
      const order = orderOf(a, b)
      yield { left: order <= 0 ? a.value : undefined, right: order >= 0 ? b.value : undefined }
      if (order <= 0) a = await lefts.next()
      if (order >= 0) b = await rights.next()
    }
  } finally {
    await lefts.return?.()
    await rights.return?.()
  }
}

/** A list that has ended comes after the other one. */
function orderOf(a: IteratorResult<Keyed>, b: IteratorResult<Keyed>): number {
  if (a.done || b.done) return a.done ? 1 : -1
  if (a.value.key === b.value.key) return 0
  return a.value.key < b.value.key ? -1 : 1
}

/** Merges sorted lists. Of entries with the same key, that of the last list stays. */
export function merged(lists: readonly AsyncIterable<Entry>[]): AsyncIterable<Entry> {
  return lists.reduce((one, other) => union(one, other), none())
}

async function* union(one: AsyncIterable<Entry>, other: AsyncIterable<Entry>): AsyncIterable<Entry> {
  for await (const { left, right } of joined(one, other)) {
    const entry = right ?? left
    if (entry) yield entry
  }
}

async function* none(): AsyncIterable<Entry> {}

/** Gathers entries into groups that are worked on at the same time. */
export async function* batched<T>(entries: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let batch: T[] = []
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
