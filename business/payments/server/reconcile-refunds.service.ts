import { z } from 'zod'
import { type Ctx, inTransaction, Refusal } from '#platform/server/index.ts'
import { PayPalRefusal } from './paypal.ts'
import type { PayPalRefund } from './paypal-shapes.ts'
import type { Payment } from './ports.ts'
import * as payments from './queries.ts'
import { reconcile } from './reconcile.service.ts'
import * as queries from './refund.queries.ts'
import { follow } from './refund.service.ts'
import { askAgainForFailed } from './refund-failed.service.ts'
import { settleAllBack, settleRefund } from './settle-refund.service.ts'

const MOST_AT_ONCE = 200

/**
 * Repairs what a crash left between a refund at PayPal and the book here: asks PayPal again for what was asked, which it does once, and about what it works on.
 * What cannot be asked now is asked next time; the first such error is thrown at the end.
 */
export async function reconcileRefunds(ctx: Ctx): Promise<void> {
  await askAgainForFailed(ctx)
  const errors: unknown[] = []
  for (const refund of await queries.findUnfinishedRefunds(ctx.db, MOST_AT_ONCE)) {
    const payment = await payments.findPayment(ctx.db, refund.payment_id)
    // PayPal's no is written down with the refund, for the admin to see.
    await follow(ctx, { payment: payment!, refund }).catch((error: unknown) => error instanceof Refusal || errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}

/** REVERSED is taken back by PayPal itself: a chargeback, or a dispute that the payer won. */
const refundEvent = z.object({
  event_type: z.string().regex(/^PAYMENT\.(CAPTURE|SALE)\.(REFUNDED|REVERSED)$/),
  resource: z.object({
    id: z.string(),
    /** The payment of a subscription. */
    sale_id: z.string().optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).default([])
  })
})

/** A refund that PayPal tells of, made here or there: what counts is what PayPal answers about it now. */
export async function takeRefundEvent(ctx: Ctx, body: unknown): Promise<void> {
  const { data } = refundEvent.safeParse(body)
  const payment = data && (await findPaymentOf(ctx, data.resource))
  if (!payment) return
  // Its capture may not be booked yet.
  if (payment.state === 'created' || payment.state === 'approved') await reconcile(ctx, payment)
  const answer = await findRefund(ctx, data.resource.id)
  if (answer) await settleRefund(ctx, payment.id, answer)
  else if (data.event_type.endsWith('.REVERSED')) await settleAllBack(ctx, payment.id)
}

/** Nothing where PayPal knows none of this number: a reversed payment is named by its own. */
async function findRefund({ ports }: Ctx, id: string): Promise<PayPalRefund | undefined> {
  try {
    return await ports.paypal.getRefund(id)
  } catch (error) {
    if (error instanceof PayPalRefusal && error.status === 404) return undefined
    throw error
  }
}

/** All of a subscription's payment is back, as PayPal's list of them says. What is asked for here is followed under its own number. */
export async function takeAllBack(ctx: Ctx, provider_capture_id: string): Promise<void> {
  const payment = await queries.findPaymentByCapture(ctx.db, provider_capture_id)
  if (payment?.state !== 'captured') return
  await inTransaction(ctx, async (inside) => {
    await payments.lockPayment(inside.db, payment.id)
    if (!(await queries.findOpenRefund(inside.db, payment.id))) await settleAllBack(inside, payment.id)
  })
}

async function findPaymentOf({ db }: Ctx, { id, sale_id, links }: z.output<typeof refundEvent>['resource']): Promise<Payment | undefined> {
  const capture = sale_id ?? links.find(({ rel }) => rel === 'up')?.href.match(/\/captures\/([^/?#]+)/)?.[1]
  return queries.findPaymentByCapture(db, capture ?? id)
}
