import { z } from 'zod'
import { type Ctx, inTransaction } from '#platform/server/index.ts'
import { notifySupport } from '../attention.service.ts'
import { captureIdOf, type Payment } from '../ports.ts'
import * as payments from '../queries.ts'
import { findPaymentByCapture, sumRefunded } from '../refunds/refund.queries.ts'
import { insertDispute } from './disputes.queries.ts'

const disputeEvent = z.object({
  event_type: z.literal('CUSTOMER.DISPUTE.RESOLVED'),
  resource: z.object({
    dispute_id: z.string().min(1).max(100),
    disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })).default([]),
    dispute_outcome: z.object({ outcome_code: z.string().max(60) }).optional()
  })
})

/** The client won. PayPal reports the money separately as a refund or a reversal, which we book. */
const FOR_THE_CLIENT = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/**
 * When PayPal closes a dispute but not in the client's favor, money that it withheld may come back to us. No PayPal event or API says whether
 * and how much, so nothing is booked, and support gets one email per dispute.
 */
export async function handleDisputeEvent(ctx: Ctx, body: unknown): Promise<void> {
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
    await notifySupport(inside, payment, { trouble: 'dispute_won', capture_id: captureIdOf(payment), said, refunded_cents })
  })
}
