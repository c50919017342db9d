import { createHash, randomUUID } from 'node:crypto'
import * as catalogue from '#catalogue/server/index.ts'
import { type Ctx, inTransaction } from '#platform/server/index.ts'
import { FORGET_FILES } from '../job-names.ts'
import { SVG_CLEANER_VERSION } from './clean-svg-words.ts'
import { cleanSvgAside } from './svg-cleaner.ts'

/** Files per run. A run takes seconds, and the next one continues. */
const FILES_MAX = 200
/** Unanswered files in a row after which the run ends, because the cleaner itself does not work. */
const MISSES_MAX = 3
const CONTENT_TYPE = 'image/svg+xml'
/** Downloads that have begun still read the old file. */
const DELETE_AFTER_MS = 60 * 60 * 1000
const REFUSED_NOW = 'This file could not be cleaned. Please export it again and upload it.'

type File = Awaited<ReturnType<typeof catalogue.findCleanedBefore>>[number]

/** Job: cleans stored SVGs again that an older version of the cleaner has cleaned. Its previews stay, because cleaning does not change the picture. */
export async function cleanSvgsAgain(ctx: Ctx): Promise<void> {
  let misses = 0
  for (const file of await catalogue.findCleanedBefore(ctx.db, SVG_CLEANER_VERSION, FILES_MAX)) {
    misses = (await cleanAgain(ctx, file)) === 'unanswered' ? misses + 1 : 0
    if (misses >= MISSES_MAX) throw new Error(`The SVG cleaner did not answer ${misses} times in a row. The next run continues.`)
  }
}

/** A file that the cleaner does not answer about stays as it is: its licensees have paid for it, and the cause may be the machine. */
async function cleanAgain(ctx: Ctx, file: File): Promise<'done' | 'unanswered'> {
  const { db, ports } = ctx
  // Files whose bytes are still arriving are found by a later run.
  if ((await ports.files.size(file.original_key)) === undefined) return 'done'
  const before = await ports.files.bytes(file.original_key)
  const cleaned = await cleanSvgAside(before.toString('utf8'), 'cleaned again')
  if (!cleaned.ok && cleaned.reason === 'unanswered') return 'unanswered'
  const bytes = cleaned.ok ? Buffer.from(cleaned.svg) : undefined
  if (!bytes) await catalogue.fileFailed(db, file.id, REFUSED_NOW)
  else if (bytes.equals(before)) await catalogue.updateCleaned(db, file, { cleaner_version: SVG_CLEANER_VERSION })
  else await replace(ctx, file, bytes)
  return 'done'
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
