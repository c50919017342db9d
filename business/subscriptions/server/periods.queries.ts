import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

type PeriodTable = Database['subscriptions.period']

export async function insertPeriod(tx: Tx, period: Insertable<PeriodTable>) {
  return tx.insertInto('subscriptions.period').values(period).returningAll().executeTakeFirstOrThrow()
}

export async function updatePeriod(db: Db, id: string, change: Updateable<PeriodTable>): Promise<void> {
  await db.updateTable('subscriptions.period').set(change).where('id', '=', id).execute()
}

export async function findPeriodPaidBy(db: Db, payment_id: string) {
  return db.selectFrom('subscriptions.period').selectAll().where('payment_id', '=', payment_id).executeTakeFirst()
}

/** Returns the latest period that was opened. */
export async function findLastPeriod(db: Db, subscription_id: string) {
  return db
    .selectFrom('subscriptions.period')
    .selectAll()
    .where('subscription_id', '=', subscription_id)
    .where('opened', '=', true)
    .orderBy('starts_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns how many payments of a subscription are recorded. */
export async function countPaid(db: Db, subscription_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('subscriptions.period')
    .select((at) => at.fn.countAll<number>().as('count'))
    .where('subscription_id', '=', subscription_id)
    .where('payment_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the time of the last known payment. */
export async function findLastPaidAt(db: Db, subscription_id: string): Promise<Date | null> {
  const { last } = await db
    .selectFrom('subscriptions.period')
    .select((at) => at.fn.max('paid_at').as('last'))
    .where('subscription_id', '=', subscription_id)
    .executeTakeFirstOrThrow()
  return last
}

/** Returns the next receipt number of a year. Other calls wait until this transaction ends, so there are no gaps. */
export async function takeReceiptNumber(tx: Tx, year: number): Promise<number> {
  const { last } = await tx
    .insertInto('subscriptions.receipt_counter')
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet((at) => ({ last: at('subscriptions.receipt_counter.last', '+', 1) })))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** Returns a receipt's period with the owner of its plan. */
export async function findReceipt(db: Db, receipt_number: string) {
  return db
    .selectFrom('subscriptions.period as period')
    .innerJoin('subscriptions.subscription as subscription', 'subscription.id', 'period.subscription_id')
    .selectAll('period')
    .select(['subscription.owner_id', 'subscription.provider_subscription_id', 'subscription.tax_per_million'])
    .where('period.receipt_number', '=', receipt_number)
    .executeTakeFirst()
}

/** Returns whose plan it is. */
export async function insertEvent(tx: Tx, event: Insertable<Database['subscriptions.event']>): Promise<{ owner_id: string }> {
  return tx
    .insertInto('subscriptions.event')
    .values(event)
    .returning(sql<string>`(select owner_id from subscriptions.subscription where id = subscription_id)`.as('owner_id'))
    .executeTakeFirstOrThrow()
}

/** Returns the events of all plans that someone owned, newest first. */
export async function findEventsOf(db: Db, owner_id: string, most: number) {
  return db
    .selectFrom('subscriptions.event as event')
    .innerJoin('subscriptions.subscription as subscription', 'subscription.id', 'event.subscription_id')
    .leftJoin('subscriptions.period as period', 'period.id', 'event.period_id')
    .select(['event.id', 'event.kind', 'event.description', 'event.happened_at', 'event.amount_cents', 'period.receipt_number'])
    .where('subscription.owner_id', '=', owner_id)
    .orderBy('event.happened_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(most)
    .execute()
}
