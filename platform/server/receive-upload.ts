import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

export type Spooled = { path: string; filename: string; bytes: number; sha256: string }
export type Upload = { file: Spooled | undefined; fields: Record<string, string> }
export type Uploads<Name extends string> = { files: Partial<Record<Name, Spooled>>; fields: Record<string, string> }
/** `too_large` answers a file of more than `max_bytes`. */
type FileLimit = { max_bytes: number; too_large: Refusal }
type Limits = FileLimit & { temp_dir: string }
type NamedLimits<Name extends string> = { temp_dir: string; files: Readonly<Record<Name, FileLimit>> }

/** Reads a multipart body with one file, named 'file'. */
export function withUpload<T>(request: FastifyRequest, { temp_dir, ...limit }: Limits, use: (upload: Upload) => Promise<T>): Promise<T> {
  return withUploads(request, { temp_dir, files: { file: limit } }, ({ files, fields }) => use({ file: files.file, fields }))
}

/**
 * Reads a multipart body with at most one file of each name straight to the temporary folder, hashed on the way; the files are gone when `use` is done, however it ends.
 * The body is read to its end even where it is refused: a browser that still sends would not see the answer.
 */
export async function withUploads<Name extends string, T>(
  request: FastifyRequest,
  { temp_dir, files }: NamedLimits<Name>,
  use: (uploads: Uploads<Name>) => Promise<T>
): Promise<T> {
  if (!request.isMultipart()) throw new Refusal('not_multipart', 400, 'Please send the file as multipart form data.')
  await mkdir(temp_dir, { recursive: true })
  const paths = new Map(Object.keys(files).map((name) => [name, join(temp_dir, `upload-${randomUUID()}`)]))
  try {
    return await use(await readParts(request, paths, files))
  } finally {
    for (const path of paths.values()) await rm(path, { force: true })
  }
}

async function readParts<Name extends string>(
  request: FastifyRequest,
  paths: ReadonlyMap<string, string>,
  files: Readonly<Record<Name, FileLimit>>
): Promise<Uploads<Name>> {
  const uploads: Uploads<Name> = { files: {}, fields: {} }
  let too_large: Refusal | undefined
  const most = Math.max(...Object.values<FileLimit>(files).map(({ max_bytes }) => max_bytes))
  const options = { throwFileSizeLimit: false, limits: { fileSize: most, files: paths.size } }
  try {
    for await (const part of request.parts(options)) {
      const path = part.type === 'file' && part.filename ? paths.get(part.fieldname) : undefined
      if (part.type === 'field') uploads.fields[part.fieldname] = String(part.value)
      else if (path === undefined) part.file.resume()
      else {
        const name = part.fieldname as Name
        const spooled = await spool(part, path)
        uploads.files[name] = spooled
        if (part.file.truncated || spooled.bytes > files[name].max_bytes) too_large ??= files[name].too_large
      }
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (too_large) throw too_large
  return uploads
}

/** A body that breaks off or holds more than a form of ours is the caller's doing; anything else is a bug. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const { statusCode = 500, code } = error as Error & { statusCode?: number; code?: string }
  const isTheirs =
    statusCode < 500 || code === 'ERR_STREAM_PREMATURE_CLOSE' || /unexpected end|malformed|boundary|aborted/i.test(error.message)
  return isTheirs ? new Refusal('malformed_upload', 400, 'The upload broke off or is not well-formed.') : error
}

async function spool({ file, filename }: MultipartFile, path: string): Promise<Spooled> {
  const hash = createHash('sha256')
  let bytes = 0
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    }
  })
  await pipeline(file, measured, createWriteStream(path, { mode: 0o600 }))
  return { path, filename: readableName(filename), bytes, sha256: hash.digest('hex') }
}

/** A name to show and to download by: no folders, nothing that a file system or a header would stumble over. */
export function readableName(sent: string): string {
  const name = basename(sent.replaceAll('\\', '/'))
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}"<>|:*?/]/gu, '')
    .trim()
  return [...name].slice(-120).join('') || 'file'
}
