import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { FileFormat } from '#catalogue/rules.ts'
import type { Spooled } from '#platform/server/index.ts'
import { cleanSvgAside } from './drawing/svg-cleaner.ts'
import { takesTooLong } from './drawing/svg-trial.ts'
import { kindOfFile } from './file-kind.ts'
import { measurePicture, type PictureSize, refuseFile, requireReadableHeader } from './measure-picture.ts'
import type { UploadLimits } from './ports.ts'

/** `artist` is the uploader's id. */
export type Inspection = { artist: string; limits: UploadLimits }
/** `size` is measured only for JPG, PNG, and WEBP. */
export type Inspected = Spooled & { format: FileFormat; size?: PictureSize }

/** SVG is text: cleaning a larger one would occupy a thread for minutes. */
const SVG_BYTES_MAX = 10 * 1024 * 1024
const EMBEDDED_PIXELS_MAX = 25_000_000
const EMBEDDED = /data:image\/[a-z]+;base64,([A-Za-z0-9+/=\s]+)/g

/** Detects the format of an uploaded file from its bytes and measures it. Refuses what we do not accept. Cleans an SVG in place. */
export async function inspectFile(file: Spooled, inspection: Inspection): Promise<Inspected> {
  if (file.bytes === 0) throw refuseFile('file_empty')
  const format = await kindOfFile(file.path)
  if (!format) throw refuseFile('wrong_kind')
  if (format === 'svg') return inspectSvg(file, inspection)
  if (format === 'pdf' || format === 'eps') return { ...file, format }
  return { ...file, format, size: await measurePicture(file.path, { artist: inspection.artist, max_pixels: inspection.limits.max_pixels }) }
}

async function inspectSvg(file: Spooled, { artist, limits }: Inspection): Promise<Inspected> {
  if (file.bytes > SVG_BYTES_MAX) throw refuseFile('file_too_large', 'This SVG is too large: at most 10 MB.')
  const cleaned = await cleanSvgAside(decode(await readFile(file.path)), artist)
  if (!cleaned.ok) throw refuseFile(cleaned.reason === 'malformed' ? 'svg_malformed' : 'svg_empty')
  const bytes = Buffer.from(cleaned.svg)
  for (const [, base64 = ''] of cleaned.svg.matchAll(EMBEDDED))
    await requireReadableHeader(Buffer.from(base64, 'base64'), EMBEDDED_PIXELS_MAX)
  await writeFile(file.path, bytes)
  if (await takesTooLong(file.path, { artist, limit_ms: limits.svg_drawing_ms })) throw refuseFile('svg_too_heavy')
  await requireReadableHeader(bytes, limits.max_pixels)
  return { ...file, format: 'svg', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function decode(bytes: Buffer): string {
  const [, label = 'utf-8'] = /^[^>]*?encoding=["']([\w.-]+)["']/.exec(bytes.toString('latin1', 0, 200)) ?? []
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    throw refuseFile('svg_malformed')
  }
}
