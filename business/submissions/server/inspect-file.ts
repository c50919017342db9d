import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { FileFormat } from '#catalogue/rules.ts'
import { refuse, type Spooled } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { kindOfFile } from './file-kind.ts'
import { cleanSvgAside } from './svg-cleaner.ts'
import { takesTooLong } from './svg-trial.ts'

/** Whose file it is, and how many pixels it may have. */
export type Inspection = { artist: string; max_pixels: number }
export type Inspected = Spooled & { format: FileFormat }

/** Drawings are text: one this large would keep a thread busy for minutes. */
const LARGEST_SVG = 10 * 1024 * 1024
const LARGEST_EMBEDDED_PIXELS = 25_000_000
const EMBEDDED = /data:image\/[a-z]+;base64,([A-Za-z0-9+/=\s]+)/g

/** Says what was uploaded, by its bytes, and refuses what is not wanted here; an SVG is cleaned in place. */
export async function inspectFile(file: Spooled, inspection: Inspection): Promise<Inspected> {
  if (file.bytes === 0) throw refuse(no, 'file_empty')
  const format = await kindOfFile(file.path)
  if (!format) throw refuse(no, 'wrong_kind')
  if (format === 'svg') return inspectSvg(file, inspection)
  if (format !== 'pdf' && format !== 'eps') await requirePicture(file.path, inspection.max_pixels)
  return { ...file, format }
}

/** The size comes from the header: nothing is decompressed for it. */
async function requirePicture(input: string | Buffer, max_pixels: number): Promise<void> {
  const { width, height } = await sharp(input, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refuse(no, 'unreadable')
    })
  if (width * height > max_pixels) throw refuse(no, 'too_many_pixels')
}

async function inspectSvg(file: Spooled, { artist, max_pixels }: Inspection): Promise<Inspected> {
  if (file.bytes > LARGEST_SVG) throw refuse(no, 'file_too_large', { message: 'This SVG is too large: at most 10 MB.' })
  const cleaned = await cleanSvgAside(decode(await readFile(file.path)), artist)
  if (!cleaned.ok) throw refuse(no, cleaned.reason === 'malformed' ? 'svg_malformed' : 'svg_empty')
  const bytes = Buffer.from(cleaned.svg)
  for (const [, base64] of cleaned.svg.matchAll(EMBEDDED)) await requirePicture(Buffer.from(base64!, 'base64'), LARGEST_EMBEDDED_PIXELS)
  await writeFile(file.path, bytes)
  if (await takesTooLong(file.path, artist)) throw refuse(no, 'svg_too_heavy')
  await requirePicture(bytes, max_pixels)
  return { ...file, format: 'svg', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function decode(bytes: Buffer): string {
  const [, label = 'utf-8'] = /^[^>]*?encoding=["']([\w.-]+)["']/.exec(bytes.toString('latin1', 0, 200)) ?? []
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    throw refuse(no, 'svg_malformed')
  }
}
