import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { refusals } from '#catalogue/picture-search.contract.ts'
import type { SentPicture } from '#catalogue/server/index.ts'
import { type Ctx, refuse, type Spooled } from '#platform/server/index.ts'
import { kindOfPicture } from './file-kind.ts'
import { cleanedSvg } from './inspect-file.ts'
import { measurePicture } from './measure-picture.ts'
import { refuseFile } from './refuse-file.ts'

/** Tries a picture that someone searches with as an upload is tried: in the same processes, with the same limits. Stores nothing. */
export async function readSentPicture({ ports }: Ctx, file: Spooled, sender: string): Promise<SentPicture> {
  if (file.bytes === 0) throw refuseFile('file_empty')
  const format = await kindOfPicture(file.path)
  if (!format) throw refuse(refusals, 'picture_kind', { fields: { file: refusals.picture_kind.message } })
  const { uploads: limits } = ports
  if (format === 'svg') {
    const bytes = await cleanedSvg(await readFile(file.path), { artist: sender, limits })
    return { bytes, format, hashes: [file.sha256, createHash('sha256').update(bytes).digest('hex')] }
  }
  await measurePicture(file, { artist: sender, max_pixels: limits.max_pixels })
  return { bytes: await readFile(file.path), format, hashes: [file.sha256] }
}
