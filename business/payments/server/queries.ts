import { type Insertable, sql, type Updateable } from 'kysely'
import pg from 'pg'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { Payment } from './tables.ts'

type PaymentTable = Database['payments.payment']
const OPEN = ['created', 'approved'] as const

export async function insertPayment(db: Db, payment: Insertable<PaymentTable>) {
  return db.insertInto('payments.payment').values(payment).returningAll().executeTakeFirstOrThrow()
}

/** Inserts a payment that PayPal took without an order of ours. Returns undefined if it was recorded before. */
export async function insertTakenPayment(tx: Tx, payment: Insertable<PaymentTable>) {
  return tx
    .insertInto('payments.payment')
    .values(payment)
    .onConflict((conflict) => conflict.column('provider_capture_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findPayment(db: Db, id: string) {
  return db.selectFrom('payments.payment').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function requirePayment(db: Db, id: string) {
  return db.selectFrom('payments.payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function findPaymentByOrder(db: Db, provider_order_id: string) {
  return db.selectFrom('payments.payment').selectAll().where('provider_order_id', '=', provider_order_id).executeTakeFirst()
}

export async function lockPayment(tx: Tx, id: string) {
  return tx.selectFrom('payments.payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Changes a payment that is not finished. Returns false if it is. */
export async function updateOpenPayment(db: Db, id: string, change: Updateable<PaymentTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments.payment')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a payment as captured that is locked and was open or given up. */
export async function updateCaptured(tx: Tx, id: string, captured: Updateable<PaymentTable>): Promise<void> {
  await tx
    .updateTable('payments.payment')
    .set(captured)
    .where('id', '=', id)
    .where('state', 'in', [...OPEN, 'failed'])
    .execute()
}

/** Gives up a payment, unless it is claimed: then it is being captured, and only PayPal knows how that ends. Returns whether it did. */
export async function updateAbandoned(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments.payment')
    .set({ state: 'failed', failure: 'abandoned', failed_at: now })
    .where('id', '=', id)
    .where('claimed_at', 'is', null)
    .where('pending', '=', false)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets one payment of a client at a time look for rivals and be claimed, until the transaction ends. */
export async function lockClaims(tx: Tx, client_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments.claim ${client_id}`}, 0))`.execute(tx)
}

/** Returns true if from now on only this payment may be captured for its license. The unique index one_claim_of_license decides. */
export async function claimPayment(tx: Tx, id: string, now: Date): Promise<boolean> {
  try {
    return await updateOpenPayment(tx, id, { claimed_at: now })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'one_claim_of_license') return false
    throw error
  }
}

/** Releases this claim, but not one that another call has made since. */
export async function releaseClaim(db: Db, id: string, claimed_at: Date): Promise<void> {
  await db
    .updateTable('payments.payment')
    .set({ claimed_at: null })
    .where('id', '=', id)
    .where('claimed_at', '=', claimed_at)
    .where('pending', '=', false)
    .where('state', 'in', OPEN)
    .execute()
}

/** Finds, among these payments and those of the same single license, an unfinished one that currently holds a claim. */
export async function findClaimed(db: Db, { id, client_id, asset_id, license_type }: Payment, rivals: readonly string[]) {
  return db
    .selectFrom('payments.payment')
    .selectAll()
    .where('client_id', '=', client_id)
    .where('id', '<>', id)
    .where(({ eb, and, or }) =>
      or([eb('id', '=', sql<string>`any(${rivals}::uuid[])`), and([eb('asset_id', '=', asset_id), eb('license_type', '=', license_type)])])
    )
    .where('claimed_at', 'is not', null)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
}

/** Finds unfinished payments to check at PayPal: first those that may have been captured, then those checked longest ago. */
export async function findUnfinished(db: Db, { checked_before, limit }: { checked_before: Date; limit: number }) {
  return db
    .selectFrom('payments.payment')
    .selectAll()
    .where('state', 'in', OPEN)
    .where((at) => at.or([at('claimed_at', 'is not', null), at('checked_at', 'is', null), at('checked_at', '<', checked_before)]))
    .orderBy((at) => at('claimed_at', 'is', null))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute()
}
