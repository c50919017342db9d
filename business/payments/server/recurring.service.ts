import { type Cents, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { book } from './capture/settle.service.ts'
import type { Payment } from './ports.ts'
import * as queries from './queries.ts'

export type RecurringPayment = {
  client_id: string
  /** Our own subscription id. */
  subscription_id: string
  description: string
  amount_cents: Cents
  /** What a coupon took off the price. */
  discount_cents: Cents
  /** The tax in it, and its rate in parts per million. */
  tax_cents?: Cents
  tax_per_million?: number
  /** Null when PayPal does not report it. */
  fee_cents: Cents | null
  /** PayPal's transaction id. It identifies the payment. */
  provider_capture_id: string
  captured_at: Date
}

/**
 * Records and books a payment that PayPal took for a billing period, once. Returns undefined if it was recorded before. The caller issues the invoice,
 * as the last step: it takes a number under a lock that every capture needs.
 */
export async function recordRecurringPayment(ctx: Ctx<Tx>, taken: RecurringPayment): Promise<Payment | undefined> {
  return inTransaction(ctx, async (inside) => {
    const subtotal_cents = toCents(taken.amount_cents - (taken.tax_cents ?? 0) + taken.discount_cents)
    const row = {
      ...taken,
      subtotal_cents,
      purpose: 'subscription',
      asset_id: null,
      state: 'captured',
      created_at: taken.captured_at
    } as const
    const payment = await queries.insertTakenPayment(inside.db, row)
    if (!payment) return undefined
    await book(inside, { ...payment, captured_at: taken.captured_at })
    return payment
  })
}
