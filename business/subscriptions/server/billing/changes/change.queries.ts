import type { Insertable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../../tables.ts'

type QuoteTable = Database['subscriptions.change_quote']

export async function insertQuote(db: Db, quote: Insertable<QuoteTable>) {
  return db.insertInto('subscriptions.change_quote').values(quote).returningAll().executeTakeFirstOrThrow()
}

/** Locks a quote until the transaction ends, so that it starts one change. */
export async function lockQuote(tx: Tx, id: string, owner_id: string) {
  return tx
    .selectFrom('subscriptions.change_quote')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateQuoteUsed(tx: Tx, id: string, used: { used_at: Date; sub_id: string | null }): Promise<void> {
  await tx.updateTable('subscriptions.change_quote').set(used).where('id', '=', id).execute()
}

export async function deleteQuotes(db: Db, created_before: Date): Promise<void> {
  await db.deleteFrom('subscriptions.change_quote').where('created_at', '<', created_before).execute()
}

export async function deleteQuotesOf(db: Db, owner_id: string): Promise<void> {
  await db.deleteFrom('subscriptions.change_quote').where('owner_id', '=', owner_id).execute()
}

/** Returns the paid plan that replaced this one. */
export async function findReplacing(db: Db, id: string) {
  return db
    .selectFrom('subscriptions.subscription')
    .selectAll()
    .where('replaces_id', '=', id)
    .where('started_at', 'is not', null)
    .executeTakeFirst()
}

/** Gives the seats of a replaced plan to the plan that replaces it. */
export async function moveSeats(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable('subscriptions.seat').set({ subscription_id: to }).where('subscription_id', '=', from).execute()
}
