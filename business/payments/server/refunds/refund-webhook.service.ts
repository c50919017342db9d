import { z } from 'zod'
import type { Ctx } from '#platform/server/index.ts'
import { reconcile } from '../capture/reconcile.service.ts'
import { PayPalRefusal } from '../paypal/adapter.ts'
import type { PayPalRefund } from '../paypal/schemas.ts'
import type { Payment } from '../ports.ts'
import { settleAllBack, settleRefund } from './record-refund.service.ts'
import * as queries from './refund.queries.ts'

/** REVERSED means that PayPal took the money back itself: a chargeback, or a dispute that the client won. */
const refundEvent = z.object({
  event_type: z.string().regex(/^PAYMENT\.(CAPTURE|SALE)\.(REFUNDED|REVERSED)$/),
  resource: z.object({
    id: z.string(),
    /** The refunded payment, if it is a subscription's. */
    sale_id: z.string().optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).default([])
  })
})

/** Handles PayPal's refund and reversal webhooks, wherever the refund was made. The event only names the refund: PayPal's current data decides. */
export async function handleRefundEvent(ctx: Ctx, body: unknown): Promise<void> {
  const { data } = refundEvent.safeParse(body)
  const payment = data && (await findPaymentOf(ctx, data.resource))
  if (!payment) return
  // The refund can arrive before the capture is booked.
  if (payment.state === 'created' || payment.state === 'approved') await reconcile(ctx, payment)
  const answer = await readRefund(ctx, data.resource.id)
  if (answer) await settleRefund(ctx, payment.id, answer)
  else if (data.event_type.endsWith('.REVERSED')) await settleAllBack(ctx, payment.id)
}

/** Returns undefined if PayPal has no refund with this id: a reversal carries the id of the payment. */
async function readRefund({ ports }: Ctx, id: string): Promise<PayPalRefund | undefined> {
  try {
    return await ports.paypal.getRefund(id)
  } catch (error) {
    if (error instanceof PayPalRefusal && error.status === 404) return undefined
    throw error
  }
}

async function findPaymentOf({ db }: Ctx, { id, sale_id, links }: z.output<typeof refundEvent>['resource']): Promise<Payment | undefined> {
  const capture = sale_id ?? links.find(({ rel }) => rel === 'up')?.href.match(/\/captures\/([^/?#]+)/)?.[1]
  return queries.findPaymentByCapture(db, capture ?? id)
}
