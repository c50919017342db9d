import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { refusals } from '#catalogue/picture-search.contract.ts'
import type { SentPicture } from '#catalogue/server/index.ts'
import { type Ctx, createFairQueue, FileBytes, refuse, type Spooled } from '#platform/server/index.ts'
import { VISITORS_AT_ONCE, visitorChecks } from '../drawing/decoders.ts'
import { cleanSvgNow } from '../drawing/svg-cleaner.ts'
import type { UploadLimits } from '../ports.ts'
import { kindOfPicture } from './file-kind.ts'
import { svgOf, textOf } from './inspect-file.ts'
import { measureWith, requireDrawableWith } from './measure-picture.ts'
import { refuseFile } from './refuse-file.ts'

/** Anyone may send pictures, so they take turns apart from uploads. */
const limitConcurrency = createFairQueue(VISITORS_AT_ONCE)

/** Tries a picture that someone searches with as an upload is tried: with the same limits, in processes of its own. Stores nothing. */
export async function readSentPicture({ ports }: Ctx, file: Spooled, sender: string): Promise<SentPicture> {
  if (file.bytes === 0) throw refuseFile('file_empty')
  const format = await kindOfPicture(file.path)
  if (!format) throw refuse(refusals, 'picture_kind', { fields: { file: refusals.picture_kind.message } })
  const { uploads: limits } = ports
  if (format === 'svg') return limitConcurrency(sender, () => readSvg(file, limits))
  await limitConcurrency(sender, () => measureWith(visitorChecks, file, limits.max_pixels))
  return { bytes: new FileBytes(file.path, file.bytes), format, hashes: [file.sha256] }
}

/** Cleans an SVG in place. It is in memory only during its turn. */
async function readSvg({ path, sha256 }: Spooled, { max_pixels, svg_drawing_ms }: UploadLimits): Promise<SentPicture> {
  const cleaned = svgOf(await cleanSvgNow(textOf(await readFile(path))))
  await requireDrawableWith(visitorChecks, cleaned, { max_pixels, limit_ms: svg_drawing_ms })
  await writeFile(path, cleaned)
  const hashes = [sha256, createHash('sha256').update(cleaned).digest('hex')]
  return { bytes: new FileBytes(path, cleaned.length), format: 'svg', hashes }
}
