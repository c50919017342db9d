import { type Ctx, inTransaction, Refusal } from '#platform/server/index.ts'
import * as payments from '../queries.ts'
import { settleAllBack } from './record-refund.service.ts'
import * as queries from './refund.queries.ts'
import { follow } from './refund.service.ts'
import { retryFailedRefunds } from './refund-failed.service.ts'

const MAX_PER_RUN = 200

/**
 * Repairs what a crash left between a refund at PayPal and our ledger: sends requested refunds to PayPal again, which PayPal executes once, and
 * checks pending ones. A failed call is retried in the next run; the first such error is thrown at the end.
 */
export async function reconcileRefunds(ctx: Ctx): Promise<void> {
  await retryFailedRefunds(ctx)
  const errors: unknown[] = []
  for (const refund of await queries.findUnfinishedRefunds(ctx.db, MAX_PER_RUN)) {
    const payment = await payments.requirePayment(ctx.db, refund.payment_id)
    // PayPal's refusal is stored with the refund, for the admin to see.
    await follow(ctx, { payment, refund }).catch((error: unknown) => error instanceof Refusal || errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}

/** Records that PayPal's list shows a subscription payment as fully refunded. A refund that we requested is followed under its own id instead. */
export async function takeAllBack(ctx: Ctx, provider_capture_id: string): Promise<void> {
  const payment = await queries.findPaymentByCapture(ctx.db, provider_capture_id)
  if (payment?.state !== 'captured') return
  await inTransaction(ctx, async (inside) => {
    await payments.lockPayment(inside.db, payment.id)
    if (!(await queries.findOpenRefund(inside.db, payment.id))) await settleAllBack(inside, payment.id)
  })
}
