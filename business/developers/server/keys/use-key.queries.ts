import { sql } from 'kysely'
import type { Db } from '#platform/server/index.ts'

type Rules = { now: Date; demo: boolean }

/** Returns a key that has not expired, with its owner: an active client or employee. */
export async function findKeyWithOwner(db: Db, key_hash: Buffer, { now, demo }: Rules) {
  return db
    .selectFrom('developers.api_key as key')
    .innerJoin('accounts.user as user', 'user.id', 'key.user_id')
    .select(['user.id', 'user.role', 'user.name', 'user.email', 'user.avatar_url', 'user.brand_color'])
    .select(['key.id as key_id', 'key.scopes', 'key.allowed_origins', 'key.per_minute', 'key.created_at', 'key.last_used_at'])
    .where('key.key_hash', '=', key_hash)
    .where('key.expires_at', '>', now)
    .where('user.is_active', '=', true)
    .where('user.role', 'in', ['client', 'employee'])
    .where((eb) => eb.or([eb.lit(demo), eb('user.is_demo', '=', false)]))
    .executeTakeFirst()
}

/** Counts a call in the key's minute, which begins with the first call after the one before. Returns nothing if the key is gone. */
export async function countKeyCall(db: Db, id: string, { now, seconds }: { now: Date; seconds: number }) {
  // Clocks of processes differ a little, so a minute may also begin slightly later than this call.
  const isOver = sql<boolean>`(window_start is null or abs(extract(epoch from ${now}::timestamptz - window_start)) >= ${seconds}::integer)`
  return db
    .updateTable('developers.api_key')
    .set({
      window_start: sql<Date>`case when ${isOver} then ${now}::timestamptz else window_start end`,
      window_used: sql<number>`case when ${isOver} then 1 else window_used + 1 end`,
      last_used_at: now
    })
    .where('id', '=', id)
    .returning(['window_start', 'window_used'])
    .executeTakeFirst()
}

export async function touchKey(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('developers.api_key').set({ last_used_at: now }).where('id', '=', id).execute()
}
