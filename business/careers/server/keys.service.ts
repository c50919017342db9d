import type { Db } from '#platform/database/connect.ts'
import { type Ctx, inTransaction } from '#platform/server/index.ts'
import * as queries from './queries.ts'
import { type KeyRing, rewrap } from './sealing.ts'

declare module '#platform/server/context.ts' {
  interface Ports {
    /** What applicants' files are encrypted with, the newest first. */
    applicants: { keys: KeyRing }
  }
}

const AT_ONCE = 100

export type Rewrapped = { rewrapped: number; current: string; held: { key_id: string; count: number; is_known: boolean }[] }

/** Puts the keys of all files under the newest; the files themselves stay as they are. Safe to run anywhere, at any time, twice. */
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
      if (typeof wrapped === 'string') throw new Error(`The key ${key_id} in APPLICANT_KEYS does not open ${file_key}: ${wrapped}.`)
      await queries.updateWrapped(db, file_key, wrapped)
    }
    return rows.length
  })
}

async function held(db: Db, ring: KeyRing) {
  const counts = await queries.countByKey(db)
  return counts.map((one) => ({ ...one, is_known: ring.some(({ id }) => id === one.key_id) }))
}

/** Nightly: tells an operator, by failing, of files that no key given opens. */
export async function rewrapNightly(ctx: Ctx): Promise<void> {
  const { held } = await rewrapAll(ctx)
  const missing = held.filter(({ is_known }) => !is_known)
  if (missing.length === 0) return
  const which = missing.map(({ key_id, count }) => `${key_id} (${count} files)`).join(', ')
  throw new Error(`APPLICANT_KEYS lacks keys of applicants’ files: ${which}.`)
}
