import type { Cents } from '#platform/contract/index.ts'
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
  /** Null when PayPal does not report it. */
  fee_cents: Cents | null
  /** PayPal's transaction id. It identifies the payment. */
  provider_capture_id: string
  captured_at: Date
}

/** Records and books a payment that PayPal took for a billing period, once. Returns undefined if it was recorded before. */
export async function recordRecurringPayment(ctx: Ctx<Tx>, taken: RecurringPayment): Promise<Payment | undefined> {
  return inTransaction(ctx, async (inside) => {
    const row = { ...taken, purpose: 'subscription', asset_id: null, state: 'captured', created_at: taken.captured_at } as const
    const payment = await queries.insertTakenPayment(inside.db, row)
    if (payment) await book(inside, { ...payment, ...taken })
    return payment
  })
}
