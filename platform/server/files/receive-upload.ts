import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { createOpenLimit } from '../open-limit.ts'
import { Refusal } from '../refusal.ts'
import { type CountedUpload, type ReservedUpload, reserveUpload, type UploadQuota } from './upload-quota.ts'

export type Spooled = { path: string; filename: string; bytes: number; sha256: string }
export type Upload = { file: Spooled | undefined; fields: Record<string, string> }
export type Uploads<Name extends string> = { files: Partial<Record<Name, Spooled>>; fields: Record<string, string> }
/** `too_large` is the refusal for a file of more than `max_bytes`. */
type FileLimit = { max_bytes: number; too_large: Refusal }
/** `sender` names whose uploads are counted together: the person, or the network address. `quota` is what they may send in a day. */
type Common = { temp_dir: string; sender: string; quota?: UploadQuota }
type Limits = FileLimit & Common
type NamedLimits<Name extends string> = Common & { files: Readonly<Record<Name, FileLimit>> }

/** An upload reserves room for as long as its bytes arrive. One sender may have this many of the largest size arriving at the same time. */
const OPEN_UPLOADS = 3
const limitOpen = createOpenLimit({
  message: 'You are sending too many files at the same time. Please wait until one of them has arrived.',
  retry_after: 30
})

/** Reads a multipart body with one file, named 'file'. */
export function withUpload<T>(request: FastifyRequest, limits: Limits, use: (upload: Upload) => Promise<T>): Promise<T> {
  return withUploads(request, { ...limits, files: { file: limits } }, ({ files, fields }) => use({ file: files.file, fields }))
}

/**
 * Reads a multipart body with at most one file per name. Files are hashed while they are written to the temporary folder, and deleted when `use` ends, whether or not it succeeds.
 * Room on the disk and in the daily quota is reserved for the announced size first; without room, no byte is taken.
 * A refused body is still read to its end: a browser that is still sending would not see the answer.
 */
export async function withUploads<Name extends string, T>(
  request: FastifyRequest,
  { temp_dir, files, sender, quota }: NamedLimits<Name>,
  use: (uploads: Uploads<Name>) => Promise<T>
): Promise<T> {
  if (!request.isMultipart()) throw new Refusal('not_multipart', 400, 'Please send the file as multipart form data.')
  const wanted = wantedFiles(files, temp_dir)
  const announced = announcedSize(request, wanted)
  const share = { most: OPEN_UPLOADS * largestSize(wanted), amount: announced }
  return limitOpen(sender, share, () => receive(request, { temp_dir, wanted, announced, counted: quota && { key: sender, quota } }, use))
}

type Receiving<Name extends string> = {
  temp_dir: string
  wanted: ReadonlyMap<string, Wanted<Name>>
  announced: number
  counted: CountedUpload | undefined
}

async function receive<Name extends string, T>(
  request: FastifyRequest,
  { temp_dir, wanted, announced, counted }: Receiving<Name>,
  use: (uploads: Uploads<Name>) => Promise<T>
): Promise<T> {
  const { ctx } = request
  const releaseRoom = await ctx.ports.disk.reserve(announced)
  let reserved: ReservedUpload | undefined
  try {
    reserved = counted && (await reserveUpload(ctx, counted, { bytes: announced, files: wanted.size }))
    await mkdir(temp_dir, { recursive: true })
    const uploads = await readParts(request, wanted)
    const result = await use(uploads)
    await reserved?.settle(sizeOf(uploads))
    return result
  } catch (error) {
    // What was refused was not stored. After an unexpected error, it may have been.
    if (error instanceof Refusal) await reserved?.settle({ bytes: 0, files: 0 })
    throw error
  } finally {
    releaseRoom()
    for (const { path } of wanted.values()) await rm(path, { force: true })
  }
}

const largestSize = (wanted: ReadonlyMap<string, FileLimit>): number =>
  [...wanted.values()].reduce((sum, { max_bytes }) => sum + max_bytes, 0)

/** A body without a length counts as the largest that is accepted. */
function announcedSize({ headers }: FastifyRequest, wanted: ReadonlyMap<string, FileLimit>): number {
  const largest = largestSize(wanted)
  const length = Number(headers['content-length'] ?? Number.NaN)
  return length >= 0 ? Math.min(length, largest) : largest
}

function sizeOf<Name extends string>({ files }: Uploads<Name>): { bytes: number; files: number } {
  const received = Object.values<Spooled | undefined>(files).filter((file) => file !== undefined)
  return { bytes: received.reduce((sum, { bytes }) => sum + bytes, 0), files: received.length }
}

type Wanted<Name extends string> = FileLimit & { name: Name; path: string }

function wantedFiles<Name extends string>(files: Readonly<Record<Name, FileLimit>>, temp_dir: string): ReadonlyMap<string, Wanted<Name>> {
  const names = Object.keys(files) as Name[]
  return new Map(names.map((name) => [name, { ...files[name], name, path: join(temp_dir, `upload-${randomUUID()}`) }]))
}

async function readParts<Name extends string>(request: FastifyRequest, wanted: ReadonlyMap<string, Wanted<Name>>): Promise<Uploads<Name>> {
  const uploads: Uploads<Name> = { files: {}, fields: {} }
  let too_large: Refusal | undefined
  const fileSize = Math.max(...[...wanted.values()].map(({ max_bytes }) => max_bytes))
  const options = { throwFileSizeLimit: false, limits: { fileSize, files: wanted.size } }
  const readFile = async (part: MultipartFile): Promise<void> => {
    const place = part.filename ? wanted.get(part.fieldname) : undefined
    if (!place) return void part.file.resume()
    const spooled = await spool(part, place)
    uploads.files[place.name] = spooled
    if (part.file.truncated || spooled.bytes > place.max_bytes) too_large ??= place.too_large
  }
  try {
    for await (const part of request.parts(options)) {
      if (part.type === 'field') uploads.fields[part.fieldname] = String(part.value)
      else await readFile(part)
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (too_large) throw too_large
  return uploads
}

/** Turns an incomplete or malformed body into a refusal. Anything else is a bug. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const isClientError = 'statusCode' in error && Number(error.statusCode) < 500
  const isCutOff = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  const isCallersFault = isClientError || isCutOff || /unexpected end|malformed|boundary|aborted/i.test(error.message)
  return isCallersFault ? new Refusal('malformed_upload', 400, 'The upload is incomplete or not well-formed.') : error
}

/** Counts all bytes that arrive, and writes no more than are accepted. */
async function spool({ file, filename }: MultipartFile, { path, max_bytes }: { path: string; max_bytes: number }): Promise<Spooled> {
  const hash = createHash('sha256')
  let bytes = 0
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > max_bytes) return done()
      hash.update(chunk)
      done(null, chunk)
    }
  })
  await pipeline(file, measured, createWriteStream(path, { mode: 0o600 }))
  return { path, filename: readableName(filename), bytes, sha256: hash.digest('hex') }
}

/** Returns a file name that is safe to show, to store, and to put into a header: without folders and special characters. */
export function readableName(sent: string): string {
  const name = basename(sent.replaceAll('\\', '/'))
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}"<>|:*?/]/gu, '')
    .trim()
  return [...name].slice(-120).join('') || 'file'
}
