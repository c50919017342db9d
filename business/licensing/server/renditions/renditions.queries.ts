import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

/** More than the longest rendering takes. */
const RENDERING_WAIT = '5min'

/**
 * Locks a rendition across all processes. The lock ends with the transaction, even if its process dies. The transaction waits for the
 * rendering, so the database must not end it meanwhile.
 */
export async function lockRendition(tx: Tx, key: string): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${RENDERING_WAIT}, true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`licensing.rendition ${key}`}, 0))`.execute(tx)
}

/** Returns false, without waiting, if another transaction holds the lock. */
export async function tryLockRendition(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`licensing.rendition ${key}`}, 0)) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

export async function findRendition(db: Db, key: string) {
  return db.selectFrom('licensing.rendition').select(['key', 'bytes', 'used_at']).where('key', '=', key).executeTakeFirst()
}

/** Replaces the row of a rendition whose file was lost. */
export async function saveRendition(db: Db, { key, bytes, now }: { key: string; bytes: number; now: Date }): Promise<void> {
  const row = { bytes, made_at: now, used_at: now }
  await db
    .insertInto('licensing.rendition')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

/** Returns false if it was deleted in the meantime. */
export async function updateUsed(db: Db, key: string, used_at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('licensing.rendition').set({ used_at }).where('key', '=', key).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the size of the store across all processes, until the transaction ends. */
export async function lockStore(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('licensing.rendition-store', 0))`.execute(tx)
}

/** Bytes of all stored renditions but one. */
export async function sumStored(tx: Tx, but: string): Promise<number> {
  const { total } = await tx
    .selectFrom('licensing.rendition')
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('total'))
    .where('key', '<>', but)
    .executeTakeFirstOrThrow()
  return total
}

type Attempts = { key: string; now: Date; attempts_max: number; since: Date }

/** Counts an attempt to render. Returns false, and counts nothing, if there were as many as allowed since a time. */
export async function countAttempt(db: Db, { key, now, attempts_max, since }: Attempts): Promise<boolean> {
  const counted = await db
    .insertInto('licensing.rendition_attempt')
    .values({ key, attempts: 1, attempted_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          attempts: sql`case when rendition_attempt.attempted_at < ${since} then 1 else rendition_attempt.attempts + 1 end`,
          attempted_at: now
        })
        .where((at) =>
          at.or([at('licensing.rendition_attempt.attempts', '<', attempts_max), at('licensing.rendition_attempt.attempted_at', '<', since)])
        )
    )
    .returning('key')
    .executeTakeFirst()
  return counted !== undefined
}

export async function forgetAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('licensing.rendition_attempt').where('key', '=', key).execute()
}

export async function forgetAttemptsBefore(db: Db, since: Date): Promise<void> {
  await db.deleteFrom('licensing.rendition_attempt').where('attempted_at', '<', since).execute()
}

/** Renditions that were not used since a time, longest unused first. */
export async function findUnused(db: Db, since: Date, limit: number): Promise<{ key: string; bytes: number }[]> {
  return db
    .selectFrom('licensing.rendition')
    .select(['key', 'bytes'])
    .where('used_at', '<', since)
    .orderBy('used_at')
    .limit(limit)
    .execute()
}

/** Returns false if it was used in the meantime. */
export async function deleteUnused(tx: Tx, key: string, since: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('licensing.rendition')
    .where('key', '=', key)
    .where('used_at', '<', since)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
