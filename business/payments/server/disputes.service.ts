import { z } from 'zod'
import { type Ctx, inTransaction } from '#platform/server/index.ts'
import { tellSupport } from './attention.service.ts'
import { insertDispute } from './disputes.queries.ts'
import type { Payment } from './ports.ts'
import * as payments from './queries.ts'
import { findPaymentByCapture, sumRefunded } from './refund.queries.ts'

const disputeEvent = z.object({
  event_type: z.literal('CUSTOMER.DISPUTE.RESOLVED'),
  resource: z.object({
    dispute_id: z.string().min(1).max(100),
    disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })).default([]),
    dispute_outcome: z.object({ outcome_code: z.string().max(60) }).optional()
  })
})

/** The client has the money, or gets it: PayPal tells of that as a refund or a reversal, and it is booked as such. */
const FOR_THE_CLIENT = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/**
 * A dispute that PayPal has closed otherwise than for the client may have brought back what was taken for it. No event and no answer of
 * PayPal's says whether, and how much: a payment has no state for it. So nothing is booked, and support is told, once of each dispute.
 */
export async function takeDisputeEvent(ctx: Ctx, body: unknown): Promise<void> {
  const { resource } = disputeEvent.safeParse(body).data ?? {}
  const outcome = resource?.dispute_outcome?.outcome_code ?? 'NONE'
  if (!resource || FOR_THE_CLIENT.has(outcome)) return
  for (const { seller_transaction_id } of resource.disputed_transactions) {
    const payment = await findPaymentByCapture(ctx.db, seller_transaction_id)
    if (payment) await notice(ctx, payment, { dispute_id: resource.dispute_id, outcome })
  }
}

async function notice(ctx: Ctx, { id: payment_id }: Payment, dispute: { dispute_id: string; outcome: string }): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, now: noticed_at } = inside
    const payment = await payments.lockPayment(db, payment_id)
    if (!(await insertDispute(db, { ...dispute, payment_id, noticed_at }))) return
    const said = `${dispute.outcome}, dispute ${dispute.dispute_id}`
    const refunded_cents = await sumRefunded(db, payment_id)
    await tellSupport(inside, payment, { trouble: 'dispute_won', capture_id: payment.provider_capture_id!, said, refunded_cents })
  })
}
