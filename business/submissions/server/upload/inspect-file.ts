import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { FileFormat } from '#catalogue/rules.ts'
import type { Spooled } from '#platform/server/index.ts'
import type { PictureSize } from '../drawing/picture-tasks.ts'
import { type CleanedAside, cleanSvgAside } from '../drawing/svg-cleaner.ts'
import type { UploadLimits } from '../ports.ts'
import { readDeclaredSources } from './declared-sources.ts'
import { kindOfFile } from './file-kind.ts'
import { measurePicture, requireDrawable } from './measure-picture.ts'
import { refuseFile } from './refuse-file.ts'

/** `artist` is the uploader's id. */
export type Inspection = { artist: string; limits: UploadLimits }
/** `size` is measured only for JPG, PNG, and WEBP. `declared_sources` are the digital source types that its Content Credentials name. */
export type Inspected = Spooled & { format: FileFormat; size?: PictureSize; declared_sources: string[] | null }

/** SVG is text: cleaning a larger one would occupy a thread for minutes. */
const SVG_BYTES_MAX = 10 * 1024 * 1024

/** Detects the format of an uploaded file from its bytes and measures it. Refuses what we do not accept. Cleans an SVG in place. */
export async function inspectFile(file: Spooled, inspection: Inspection): Promise<Inspected> {
  if (file.bytes === 0) throw refuseFile('file_empty')
  const format = await kindOfFile(file.path)
  if (!format) throw refuseFile('wrong_kind')
  if (format === 'svg' && file.bytes > SVG_BYTES_MAX) throw refuseFile('file_too_large', 'This SVG is too large: at most 10 MB.')
  // Before an SVG is cleaned, which removes them.
  const declared_sources = await readDeclaredSources(file, { format, artist: inspection.artist })
  if (format === 'svg') return { ...(await inspectSvg(file, inspection)), declared_sources }
  if (format === 'pdf' || format === 'eps') return { ...file, format, declared_sources }
  const size = await measurePicture(file, { artist: inspection.artist, max_pixels: inspection.limits.max_pixels })
  return { ...file, format, size, declared_sources }
}

async function inspectSvg(file: Spooled, { artist, limits }: Inspection): Promise<Omit<Inspected, 'declared_sources'>> {
  const bytes = svgOf(await cleanSvgAside(textOf(await readFile(file.path)), artist))
  await requireDrawable(bytes, { artist, max_pixels: limits.max_pixels, limit_ms: limits.svg_drawing_ms })
  await writeFile(file.path, bytes)
  return { ...file, format: 'svg', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Returns the bytes of a cleaned SVG. Refuses one that could not be cleaned. */
export function svgOf(cleaned: CleanedAside): Buffer {
  if (!cleaned.ok) throw refuseFile(cleaned.reason === 'nothing_left' ? 'svg_empty' : 'svg_malformed')
  return Buffer.from(cleaned.svg)
}

/** Returns the text of an SVG, in the encoding that it names. Refuses what is no text in it. */
export function textOf(bytes: Buffer): string {
  const [, label = 'utf-8'] = /^[^>]*?encoding=["']([\w.-]+)["']/.exec(bytes.toString('latin1', 0, 200)) ?? []
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    throw refuseFile('svg_malformed')
  }
}
