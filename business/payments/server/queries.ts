import type { Insertable, Updateable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

type PaymentTable = Database['payments.payment']
const OPEN = ['created', 'approved'] as const

export async function insertPayment(db: Db, payment: Insertable<PaymentTable>) {
  return db.insertInto('payments.payment').values(payment).returningAll().executeTakeFirstOrThrow()
}

/** A payment that PayPal took without an order of ours; answers nothing when the table has it already. */
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

export async function findPaymentByOrder(db: Db, provider_order_id: string) {
  return db.selectFrom('payments.payment').selectAll().where('provider_order_id', '=', provider_order_id).executeTakeFirst()
}

export async function lockPayment(tx: Tx, id: string) {
  return tx.selectFrom('payments.payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Changes a payment that is not finished; one that is stays as it is. */
export async function updateOpenPayment(db: Db, id: string, change: Updateable<PaymentTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments.payment')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** True when from now on this payment alone may be captured for what it buys; the unique index one_claim decides. */
export async function claimPayment(tx: Tx, id: string, now: Date): Promise<boolean> {
  try {
    return await updateOpenPayment(tx, id, { claimed_at: now })
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'one_claim') return false
    throw error
  }
}

/** Undone only by the one who made this claim, not under another who has renewed it. */
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

export type SameThing = Pick<Insertable<PaymentTable>, 'client_id' | 'purpose' | 'subject'>

/** The unfinished payment for the same thing that may be captured at this moment. */
export async function findClaimed(db: Db, { client_id, purpose, subject }: SameThing) {
  return db
    .selectFrom('payments.payment')
    .selectAll()
    .where('client_id', '=', client_id)
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('claimed_at', 'is not', null)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
}

/** Unfinished ones to ask PayPal about: those that were perhaps captured first, then those longest not asked about. */
export async function findUnfinished(db: Db, { checked_before, most }: { checked_before: Date; most: number }) {
  return db
    .selectFrom('payments.payment')
    .selectAll()
    .where('state', 'in', OPEN)
    .where((at) => at.or([at('claimed_at', 'is not', null), at('checked_at', 'is', null), at('checked_at', '<', checked_before)]))
    .orderBy((at) => at('claimed_at', 'is', null))
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(most)
    .execute()
}
