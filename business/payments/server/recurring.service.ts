import type { Cents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import type { Payment } from './ports.ts'
import * as queries from './queries.ts'
import { book } from './settle.service.ts'

/** The purpose of a payment that PayPal takes by itself, period by period. */
export const RECURRING = 'subscription'

export type RecurringPayment = {
  client_id: string
  /** Our subscription. */
  subject: string
  description: string
  amount_cents: Cents
  /** Nothing where PayPal does not tell. */
  fee_cents: Cents | null
  /** PayPal's transaction: what makes it this payment and no other. */
  provider_capture_id: string
  captured_at: Date
}

/** Writes down and books what PayPal has taken for a period, once; answers nothing when it is there already. */
export async function recordRecurringPayment(ctx: Ctx<Tx>, taken: RecurringPayment): Promise<Payment | undefined> {
  return inTransaction(ctx, async (inside) => {
    const row = { ...taken, purpose: RECURRING, state: 'captured', created_at: taken.captured_at } as const
    const payment = await queries.insertTakenPayment(inside.db, row)
    if (payment) await book(inside, { ...payment, ...taken })
    return payment
  })
}
