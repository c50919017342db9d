import type { Insertable, Selectable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

export type SecretRow = Selectable<Database['developers.webhook_secret']>

export async function insertSecret(tx: Tx, secret: Insertable<Database['developers.webhook_secret']>): Promise<void> {
  await tx.insertInto('developers.webhook_secret').values(secret).execute()
}

/** Returns the secrets that sign now, the newest first. */
export async function findSecrets(db: Db, webhook_id: string, now: Date): Promise<SecretRow[]> {
  return db
    .selectFrom('developers.webhook_secret')
    .selectAll()
    .where('webhook_id', '=', webhook_id)
    .where((at) => at.or([at('valid_until', 'is', null), at('valid_until', '>', now)]))
    .orderBy('valid_until', (order) => order.desc().nullsFirst())
    .execute()
}

/** Deletes the secrets that were replaced before. */
export async function deleteOlderSecrets(tx: Tx, webhook_id: string): Promise<void> {
  await tx.deleteFrom('developers.webhook_secret').where('webhook_id', '=', webhook_id).where('valid_until', 'is not', null).execute()
}

/** Lets the secret of now end. */
export async function endSecret(tx: Tx, webhook_id: string, valid_until: Date): Promise<void> {
  await tx
    .updateTable('developers.webhook_secret')
    .set({ valid_until })
    .where('webhook_id', '=', webhook_id)
    .where('valid_until', 'is', null)
    .execute()
}

export async function deleteEndedSecrets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('developers.webhook_secret').where('valid_until', '<=', now).execute()
}

/** Locks secrets whose key is wrapped with one of these keys. */
export async function lockSecretsWrappedWith(tx: Tx, key_ids: readonly string[], most: number) {
  if (key_ids.length === 0) return []
  return tx
    .selectFrom('developers.webhook_secret')
    .select(['id', 'webhook_id', 'key_id', 'wrapped_key'])
    .where('key_id', 'in', key_ids)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function updateWrapped(tx: Tx, id: string, wrapped: { key_id: string; wrapped_key: Buffer }): Promise<void> {
  await tx.updateTable('developers.webhook_secret').set(wrapped).where('id', '=', id).execute()
}
