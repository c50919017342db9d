import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

export type WebhookRow = Selectable<Database['developers.webhook']>
export type DeliveryRow = Selectable<Database['developers.delivery']>

/** Makes whoever creates webhooks for this person wait, so that they are counted. */
export async function lockOwner(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('accounts.user').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function countWebhooks(db: Db, user_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('developers.webhook')
    .select((at) => at.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertWebhook(tx: Tx, webhook: Insertable<Database['developers.webhook']>): Promise<WebhookRow> {
  return tx.insertInto('developers.webhook').values(webhook).returningAll().executeTakeFirstOrThrow()
}

export async function findWebhooks(db: Db, user_id: string): Promise<WebhookRow[]> {
  return db.selectFrom('developers.webhook').selectAll().where('user_id', '=', user_id).orderBy('created_at').orderBy('id').execute()
}

type Own = { id: string; user_id: string }

/** Returns undefined unless the person owns it. */
export async function findWebhook(db: Db, { id, user_id }: Own): Promise<WebhookRow | undefined> {
  return db.selectFrom('developers.webhook').selectAll().where('id', '=', id).where('user_id', '=', user_id).executeTakeFirst()
}

/** Locks one of the person's webhooks. Returns undefined unless they own it. */
export async function lockOwnWebhook(tx: Tx, { id, user_id }: Own): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom('developers.webhook')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateWebhook(tx: Tx, id: string, change: Updateable<Database['developers.webhook']>): Promise<WebhookRow> {
  return tx.updateTable('developers.webhook').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Lets every delivery that waits be attempted now. Those with an attempt under way keep their time. Returns how many. */
export async function wakeDeliveries(tx: Tx, webhook_id: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('developers.delivery')
    .set({ next_attempt_at: now })
    .where('webhook_id', '=', webhook_id)
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', now)
    .where((at) => at.or([at('claimed_until', 'is', null), at('claimed_until', '<=', now)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function deleteWebhook(db: Db, { id, user_id }: Own): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('developers.webhook')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteWebhooksOf(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('developers.webhook').where('user_id', '=', user_id).execute()
}

export async function findDeliveries(db: Db, webhook_id: string, { page, page_size }: { page: number; page_size: number }) {
  return db
    .selectFrom('developers.delivery')
    .selectAll()
    .where('webhook_id', '=', webhook_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countDeliveries(db: Db, webhook_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('developers.delivery')
    .select((at) => at.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhook_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Makes a delivery wait for an attempt now, whatever became of it. One with an attempt under way stays as it is. Returns undefined unless the webhook has it. */
export async function updateAsked(tx: Tx, { id, webhook_id, now }: { id: string; webhook_id: string; now: Date }) {
  await tx
    .updateTable('developers.delivery')
    .set({ status: 'pending', tries: 0, next_attempt_at: now, is_asked: true })
    .where('id', '=', id)
    .where('webhook_id', '=', webhook_id)
    .where((at) => at.or([at('claimed_until', 'is', null), at('claimed_until', '<=', now)]))
    .execute()
  return tx.selectFrom('developers.delivery').selectAll().where('id', '=', id).where('webhook_id', '=', webhook_id).executeTakeFirst()
}

export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('developers.delivery').where('created_at', '<', before).execute()
}
