import type { Readable } from 'node:stream'

export type ByteRange = { start: number; end: number }

/** `version` changes whenever the content of the key may have changed. */
export type StoredFile = { key: string; size: number; version: string }

/** The file store: a folder or an S3-compatible bucket. Keys are generated, never a person's text. */
export interface Files {
  put(key: string, bytes: Uint8Array, content_type: string): Promise<void>
  /** Stores a local file without reading it whole into memory. */
  putFile(key: string, path: string, content_type: string): Promise<void>
  bytes(key: string): Promise<Buffer>
  /** `range` includes both ends, as in HTTP. */
  stream(key: string, range?: ByteRange): Promise<Readable>
  /** Returns undefined when the file does not exist. */
  size(key: string): Promise<number | undefined>
  delete(key: string): Promise<void>
  /** Lists every file, in the order of the keys (by bytes). A file that is stored or deleted meanwhile may be in the list or not. */
  list(): AsyncIterable<StoredFile>
  /** Whether the folder or bucket exists and answers. */
  isReachable(): Promise<boolean>
}
