import type { Insertable, Updateable } from 'kysely'
import { type Cents, toCents } from '#platform/contract/index.ts'
import { totalCents } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

type RefundTable = Database['payments.refund']

/** Returns undefined if a refund of this payment already waits for PayPal's response (unique index one_asked), or PayPal's refund id is known. */
export async function insertRefund(db: Db, refund: Insertable<RefundTable>) {
  return db
    .insertInto('payments.refund')
    .values(refund)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findRefund(db: Db, id: string) {
  return db.selectFrom('payments.refund').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findRefundByProvider(db: Db, provider_refund_id: string) {
  return db.selectFrom('payments.refund').selectAll().where('provider_refund_id', '=', provider_refund_id).executeTakeFirst()
}

/** All refunds of a payment, oldest first. */
export async function findRefundsOf(db: Db, payment_id: string) {
  return db.selectFrom('payments.refund').selectAll().where('payment_id', '=', payment_id).orderBy('asked_at').orderBy('id').execute()
}

/** Whether the product itself requested a refund, because the payment bought nothing. */
export async function isRefundedByUs(db: Db, payment_id: string): Promise<boolean> {
  const found = await db
    .selectFrom('payments.refund')
    .select('id')
    .where('payment_id', '=', payment_id)
    .where('asked_by', 'is', null)
    .where('reason', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Finds the payment's refund that PayPal has not finished. */
export async function findOpenRefund(db: Db, payment_id: string) {
  return db
    .selectFrom('payments.refund')
    .selectAll()
    .where('payment_id', '=', payment_id)
    .where('state', 'in', ['asked', 'pending'])
    .orderBy('asked_at')
    .limit(1)
    .executeTakeFirst()
}

/** Returns false if the refund is finished, which does not change it. */
export async function updateOpenRefund(db: Db, id: string, change: Updateable<RefundTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments.refund')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['asked', 'pending'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function sumRefunded(db: Db, payment_id: string): Promise<Cents> {
  const { total } = await db
    .selectFrom('payments.refund')
    .select(totalCents('amount_cents').as('total'))
    .where('payment_id', '=', payment_id)
    .where('state', '=', 'completed')
    .executeTakeFirstOrThrow()
  return toCents(total)
}

/** What was refunded of a payment since a time, counted from when we learned of it. */
export async function sumRefundedSince(db: Db, payment_id: string, since: Date): Promise<Cents> {
  const { total } = await db
    .selectFrom('payments.refund')
    .select(totalCents('amount_cents').as('total'))
    .where('payment_id', '=', payment_id)
    .where('state', '=', 'completed')
    .where((at) => at.or([at('asked_at', '>=', since), at('completed_at', '>=', since)]))
    .executeTakeFirstOrThrow()
  return toCents(total)
}

/** The completed refunds of a payment, and the tax in them. */
export async function sumRefundedBefore(tx: Tx, payment_id: string): Promise<{ amount_cents: Cents; tax_cents: Cents }> {
  const { amount, tax } = await tx
    .selectFrom('payments.refund')
    .select([totalCents('amount_cents').as('amount'), totalCents('tax_cents').as('tax')])
    .where('payment_id', '=', payment_id)
    .where('state', '=', 'completed')
    .executeTakeFirstOrThrow()
  return { amount_cents: toCents(amount), tax_cents: toCents(tax) }
}

export async function updateRefunded(tx: Tx, payment_id: string, refunded_at: Date): Promise<void> {
  await tx
    .updateTable('payments.payment')
    .set({ state: 'refunded', refunded_at })
    .where('id', '=', payment_id)
    .where('state', '=', 'captured')
    .execute()
}

export async function findPaymentByCapture(db: Db, provider_capture_id: string) {
  return db.selectFrom('payments.payment').selectAll().where('provider_capture_id', '=', provider_capture_id).executeTakeFirst()
}

/** Longest waiting first. */
export async function findUnfinishedRefunds(db: Db, limit: number) {
  return db
    .selectFrom('payments.refund as refund')
    .innerJoin('payments.payment as payment', 'payment.id', 'refund.payment_id')
    .selectAll('refund')
    .select('payment.provider_capture_id')
    .where('refund.state', 'in', ['asked', 'pending'])
    .orderBy('refund.asked_at')
    .limit(limit)
    .execute()
}

/** Refusals that a retry cannot fix: it is too late, or PayPal refunded a different amount. */
const FINAL = ['REFUND_TIME_LIMIT_EXCEEDED', 'other_currency', 'too_much']

/** Finds failed refunds that the product requested, if they are the latest of a payment that is not refunded yet. */
export async function findFailedAutomatic(db: Db, { asked_before, limit }: { asked_before: Date; limit: number }) {
  return db
    .selectFrom('payments.refund as refund')
    .innerJoin('payments.payment as payment', 'payment.id', 'refund.payment_id')
    .select(['refund.payment_id', 'refund.reason'])
    .where('payment.state', '=', 'captured')
    .where('refund.state', '=', 'failed')
    .where('refund.failure', 'not in', FINAL)
    .where('refund.asked_by', 'is', null)
    .where('refund.reason', 'is not', null)
    .where('refund.asked_at', '<=', asked_before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments.refund as newer')
            .select('newer.id')
            .whereRef('newer.payment_id', '=', 'refund.payment_id')
            .whereRef('newer.asked_at', '>', 'refund.asked_at')
        )
      )
    )
    .orderBy('refund.asked_at')
    .limit(limit)
    .execute()
}
