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
/** `too_large` answers a file of more than `max_bytes`. */
type Limits = { temp_dir: string; max_bytes: number; too_large: Refusal }

/**
 * Reads a multipart body with one file straight to the temporary folder, hashed on the way; the file is gone when `use` is done, however it ends.
 * The body is read to its end even where it is refused: a browser that still sends would not see the answer.
 */
export async function withUpload<T>(request: FastifyRequest, limits: Limits, use: (upload: Upload) => Promise<T>): Promise<T> {
  if (!request.isMultipart()) throw new Refusal('not_multipart', 400, 'Please send the file as multipart form data.')
  await mkdir(limits.temp_dir, { recursive: true })
  const path = join(limits.temp_dir, `upload-${randomUUID()}`)
  try {
    return await use(await readParts(request, path, limits))
  } finally {
    await rm(path, { force: true })
  }
}

async function readParts(request: FastifyRequest, path: string, { max_bytes, too_large }: Limits): Promise<Upload> {
  const upload: Upload = { file: undefined, fields: {} }
  let isTooLarge = false
  const options = { throwFileSizeLimit: false, limits: { fileSize: max_bytes, files: 1 } }
  try {
    for await (const part of request.parts(options)) {
      if (part.type === 'field') upload.fields[part.fieldname] = String(part.value)
      else if (part.fieldname !== 'file' || !part.filename) part.file.resume()
      else {
        upload.file = await spool(part, path)
        isTooLarge ||= part.file.truncated
      }
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (isTooLarge) throw too_large
  return upload
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
