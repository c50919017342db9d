import { createHash, randomUUID } from 'node:crypto'
import * as catalogue from '#catalogue/server/index.ts'
import { type Ctx, inTransaction } from '#platform/server/index.ts'
import { FORGET_FILES } from '../job-names.ts'
import { SVG_CLEANER_VERSION } from './clean-svg-words.ts'
import { type CleanedAside, cleanSvgAside } from './svg-cleaner.ts'

/** Files per run. A run takes seconds, and the next one continues. */
const FILES_MAX = 200
const CONTENT_TYPE = 'image/svg+xml'
/** Downloads that have begun still read the old file. */
const DELETE_AFTER_MS = 60 * 60 * 1000
const REFUSED_NOW = 'This file could not be cleaned. Please export it again and upload it.'

type File = Awaited<ReturnType<typeof catalogue.findCleanedBefore>>[number]

/** Job: cleans stored SVGs again that an older version of the cleaner has cleaned. Its previews stay, because cleaning does not change the picture. */
export async function cleanSvgsAgain(ctx: Ctx): Promise<void> {
  for (const file of await catalogue.findCleanedBefore(ctx.db, SVG_CLEANER_VERSION, FILES_MAX)) await cleanAgain(ctx, file)
}

async function cleanAgain(ctx: Ctx, file: File): Promise<void> {
  const { db, ports } = ctx
  // Files whose bytes are still arriving are found by a later run.
  if ((await ports.files.size(file.original_key)) === undefined) return
  const before = await ports.files.bytes(file.original_key)
  const cleaned = await cleanPatiently(before.toString('utf8'))
  if (!cleaned.ok) return catalogue.fileFailed(db, file.id, REFUSED_NOW)
  const bytes = Buffer.from(cleaned.svg)
  if (bytes.equals(before)) {
    await catalogue.updateCleaned(db, file, { cleaner_version: SVG_CLEANER_VERSION })
    return
  }
  await replace(ctx, file, bytes)
}

/** Tries once more if the machine was too busy to answer in time: a file that fails here is lost to its licensees. */
async function cleanPatiently(text: string): Promise<CleanedAside> {
  const cleaned = await cleanSvgAside(text, 'cleaned again')
  return !cleaned.ok && cleaned.reason === 'unanswered' ? cleanSvgAside(text, 'cleaned again') : cleaned
}

/** Stores the bytes under another key, so that no download mixes old and new bytes, and deletes the old ones later. */
async function replace(ctx: Ctx, file: File, bytes: Buffer): Promise<void> {
  const original_key = file.original_key.replace(/[^/]*$/, `${file.id}-${randomUUID()}.svg`)
  await ctx.ports.files.put(original_key, bytes, CONTENT_TYPE)
  const isReplaced = await inTransaction(ctx, async ({ db, ports }) => {
    const cleaned_sha256 = createHash('sha256').update(bytes).digest('hex')
    const change = { cleaner_version: SVG_CLEANER_VERSION, original_key, bytes: bytes.length, cleaned_sha256 }
    if (!(await catalogue.updateCleaned(db, file, change))) return false
    const startAfter = new Date(Date.now() + DELETE_AFTER_MS)
    await ports.jobs.send(db, FORGET_FILES, { keys: [file.original_key] }, { startAfter })
    return true
  })
  if (!isReplaced) await ctx.ports.files.delete(original_key)
}
