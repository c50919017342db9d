import type { Readable } from 'node:stream'

export type ByteRange = { start: number; end: number }

/** Where bytes lie: a folder or an S3-compatible bucket. Keys are ours, never a person's text. */
export interface Files {
  put(key: string, bytes: Uint8Array, content_type: string): Promise<void>
  /** Takes a file from this machine's disk, without reading it whole into memory. */
  putFile(key: string, path: string, content_type: string): Promise<void>
  bytes(key: string): Promise<Buffer>
  /** `range` holds both ends, as in HTTP. */
  stream(key: string, range?: ByteRange): Promise<Readable>
  /** Answers nothing when there is no such file. */
  size(key: string): Promise<number | undefined>
  delete(key: string): Promise<void>
}
