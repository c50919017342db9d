import { CONTENT_TYPES } from '#catalogue/rules.ts'
import { type Ctx, type Limit, spend, turns } from '#platform/server/index.ts'
import { make, type Wanted } from './making.ts'
import { withoutFacts } from './metadata-plain.ts'
import type { OriginalFile } from './queries.ts'
import * as queries from './recipes.queries.ts'

/** Raise it when what is made changes: everything is made anew, and what was kept is cleared when unused. */
const MAKING = 1
const DAY_MS = 86_400_000
const KEPT_DAYS = 90
const CLEARED_AT_ONCE = 1000
/** Each making takes a processor, much memory and a connection to the database. */
const inTurn = turns(2)

export type Recipe = Wanted & {
  master: OriginalFile
  /** The uploaded bytes in their own size: nothing is decoded and written again. */
  is_copy: boolean
}
export type Kept = { key: string; bytes: number }

export const keyOf = ({ master: { sha256 }, format, width, height, is_copy }: Recipe): string =>
  `renditions/${MAKING}/${sha256.slice(0, 2)}/${sha256}-${is_copy ? 'own' : `${width}x${height}`}.${format}`

/** The file of a recipe, made the first time that it is asked for. `limit` counts what is made, not what is kept already. */
export async function keptFile(ctx: Ctx, recipe: Recipe, limit: Limit): Promise<Kept> {
  const kept = await findKept(ctx, keyOf(recipe))
  if (kept) return kept
  await spend(ctx, limit, 'You asked for many sizes in a short time. Please wait a while and try again.')
  return inTurn(() => makeOnce(ctx, recipe))
}

/** A file that the store has lost, or holds half, is none. */
async function findKept({ db, now, ports: { files } }: Ctx, key: string): Promise<Kept | undefined> {
  const kept = await queries.findRendition(db, key)
  if (!kept || (await files.size(key)) !== kept.bytes) return undefined
  if (now.getTime() - kept.used_at.getTime() > DAY_MS) await queries.updateUsed(db, key, now)
  return kept
}

/**
 * Two clicks at once make one file: the second waits and finds it. The row comes last, so a crash leaves nothing that would be handed out.
 * The transaction is open while the file is made, because the lock must end with this process; turns keep such transactions few.
 */
async function makeOnce(ctx: Ctx, recipe: Recipe): Promise<Kept> {
  const key = keyOf(recipe)
  const { pool, now, ports } = ctx
  return pool.transaction().execute(async (tx) => {
    await queries.lockRecipe(tx, key)
    const kept = await findKept({ ...ctx, db: tx }, key)
    if (kept) return kept
    const bytes = await cook(await ports.files.bytes(recipe.master.key), recipe)
    await ports.files.put(key, bytes, CONTENT_TYPES[recipe.format])
    await queries.saveRendition(tx, { key, bytes: bytes.length, now })
    return { key, bytes: bytes.length }
  })
}

async function cook(original: Buffer, { master, is_copy, ...wanted }: Recipe): Promise<Buffer> {
  return withoutFacts(wanted.format, is_copy ? original : await make(original, master.format === 'svg', wanted))
}

/** Nightly: files that nobody has asked for in a while; they are made again when someone does. */
export async function clearUnused({ pool, now, ports: { files } }: Ctx): Promise<void> {
  const since = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  for (const key of await queries.findUnused(pool, since, CLEARED_AT_ONCE))
    await pool.transaction().execute(async (tx) => {
      await queries.lockRecipe(tx, key)
      if (await queries.deleteUnused(tx, key, since)) await files.delete(key)
    })
}
