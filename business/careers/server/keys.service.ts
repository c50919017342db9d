import type { Db } from '#platform/database/connect.ts'
import { type Ctx, inTransaction, type KeyRing, rewrap } from '#platform/server/index.ts'
import * as queries from './queries.ts'

declare module '#platform/server/context.ts' {
  interface Ports {
    /** The keys that encrypt applicants' files, newest first. */
    applicants: { keys: KeyRing }
  }
}

const AT_ONCE = 100

export type Rewrapped = { rewrapped: number; current: string; held: { key_id: string; count: number; is_known: boolean }[] }

/** Rewraps the keys of all files with the newest key. The files do not change. Idempotent, and safe to run in parallel. */
export async function rewrapAll(ctx: Ctx): Promise<Rewrapped> {
  const [newest, ...older] = ctx.ports.applicants.keys
  let rewrapped = 0
  for (let done = AT_ONCE; done === AT_ONCE; rewrapped += done)
    done = await rewrapSome(
      ctx,
      older.map(({ id }) => id)
    )
  return { rewrapped, current: newest.id, held: await held(ctx.db, ctx.ports.applicants.keys) }
}

function rewrapSome(ctx: Ctx, key_ids: readonly string[]): Promise<number> {
  return inTransaction(ctx, async ({ db, ports }) => {
    const rows = await queries.lockWrappedWith(db, key_ids, AT_ONCE)
    for (const { file_key, key_id, wrapped_key } of rows) {
      const wrapped = rewrap(ports.applicants.keys, file_key, { key_id, wrapped_key })
      if (typeof wrapped === 'string') throw new Error(`The key ${key_id} in APPLICANT_KEYS cannot open ${file_key}: ${wrapped}.`)
      await queries.updateWrapped(db, file_key, wrapped)
    }
    return rows.length
  })
}

async function held(db: Db, ring: KeyRing) {
  const counts = await queries.countByKey(db)
  return counts.map((one) => ({ ...one, is_known: ring.some(({ id }) => id === one.key_id) }))
}

/** Nightly job: fails if the keys of some files are missing, so that an operator notices. */
export async function rewrapNightly(ctx: Ctx): Promise<void> {
  const { held } = await rewrapAll(ctx)
  const missing = held.filter(({ is_known }) => !is_known)
  if (missing.length === 0) return
  const which = missing.map(({ key_id, count }) => `${key_id} (${count} files)`).join(', ')
  throw new Error(`APPLICANT_KEYS is missing keys for applicants’ files: ${which}.`)
}
