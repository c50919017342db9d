import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

const PROFILE = ['id', 'name', 'email', 'role', 'avatar_url', 'brand_color', 'palette', 'created_at'] as const

export async function findProfile(db: Db, id: string) {
  return db.selectFrom('accounts.user').select(PROFILE).where('id', '=', id).executeTakeFirst()
}

/** Returns undefined if the account was deactivated or deleted. */
export async function lockProfile(tx: Tx, id: string) {
  return tx
    .selectFrom('accounts.user')
    .select(PROFILE)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type ProfileChanges = { name?: string; avatar_url?: string | null; brand_color?: string | null; palette?: string[] }

export async function updateProfile(db: Db, id: string, changes: ProfileChanges): Promise<void> {
  await db.updateTable('accounts.user').set(changes).where('id', '=', id).execute()
}

export async function updateRememberedOrigin(db: Db, id: string, remembered_origin: string | null): Promise<void> {
  await db.updateTable('accounts.user').set({ remembered_origin }).where('id', '=', id).execute()
}

/** Last used first. */
export async function findSessionsOf(db: Db, user_id: string, now: Date) {
  return db
    .selectFrom('accounts.session')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Returns false if the session belongs to someone else or has ended. */
export async function deleteOwnSession(db: Db, { id, user_id, now }: { id: string; user_id: string; now: Date }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('accounts.session')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function isAvatarUsed(db: Db, avatar_url: string): Promise<boolean> {
  return (await db.selectFrom('accounts.user').select('id').where('avatar_url', '=', avatar_url).executeTakeFirst()) !== undefined
}
