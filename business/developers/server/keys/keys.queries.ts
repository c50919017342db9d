import type { Insertable } from 'kysely'
import type { Database } from '#platform/database/connect.ts'
import type { Db, Tx } from '#platform/server/index.ts'

/** Everything but the hash. */
const SHOWN = [
  ...(['id', 'user_id', 'name', 'prefix', 'scopes', 'allowed_origins'] as const),
  ...(['per_minute', 'created_at', 'expires_at', 'last_used_at'] as const)
] as const

/** Makes calls that add keys of one person run one after another. */
export async function lockOwner(db: Tx, id: string) {
  return db.selectFrom('accounts.user').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function countKeys(db: Db, user_id: string): Promise<number> {
  const { keys } = await db
    .selectFrom('developers.api_key')
    .select((eb) => eb.fn.countAll<number>().as('keys'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return keys
}

export async function insertKey(db: Db, key: Insertable<Database['developers.api_key']>) {
  return db.insertInto('developers.api_key').values(key).returning(SHOWN).executeTakeFirstOrThrow()
}

export async function findKeysOf(db: Db, user_id: string) {
  return db
    .selectFrom('developers.api_key')
    .select(SHOWN)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Returns the deleted key, or nothing if the person has none with this id. */
export async function deleteKey(db: Db, { id, user_id }: { id: string; user_id: string }) {
  return db.deleteFrom('developers.api_key').where('id', '=', id).where('user_id', '=', user_id).returning('prefix').executeTakeFirst()
}

export async function deleteKeysOf(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('developers.api_key').where('user_id', '=', user_id).execute()
}

export async function deleteKeysEndedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('developers.api_key').where('expires_at', '<', before).execute()
}

export async function lockKey(db: Tx, id: string) {
  return db.selectFrom('developers.api_key').select(SHOWN).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function limitKey(db: Db, id: string, per_minute: number): Promise<void> {
  await db.updateTable('developers.api_key').set({ per_minute }).where('id', '=', id).execute()
}
