import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

/** Locks a rendition across all processes. The lock ends with the transaction, even if its process dies. */
export async function lockRendition(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`licensing.rendition ${key}`}, 0))`.execute(tx)
}

export async function findRendition(db: Db, key: string) {
  return db.selectFrom('licensing.rendition').select(['key', 'bytes', 'used_at']).where('key', '=', key).executeTakeFirst()
}

/** Replaces the row of a rendition whose file was lost. */
export async function saveRendition(tx: Tx, { key, bytes, now }: { key: string; bytes: number; now: Date }): Promise<void> {
  const row = { bytes, made_at: now, used_at: now }
  await tx
    .insertInto('licensing.rendition')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

export async function updateUsed(db: Db, key: string, used_at: Date): Promise<void> {
  await db.updateTable('licensing.rendition').set({ used_at }).where('key', '=', key).execute()
}

/** Keys of renditions that were not used since a time, longest unused first. */
export async function findUnused(db: Db, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('licensing.rendition')
    .select('key')
    .where('used_at', '<', since)
    .orderBy('used_at')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
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
