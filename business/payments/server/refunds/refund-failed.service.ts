import { type Ctx, inTransaction } from '#platform/server/index.ts'
import { notifySupport } from '../attention.service.ts'
import * as payments from '../queries.ts'
import type { Refund } from '../tables.ts'
import * as queries from './refund.queries.ts'

const RETRY_AFTER_MS = 24 * 3600_000
const MAX_PER_RUN = 100

/** Requested by the product itself, so no admin is waiting for the result. */
export const isAutomatic = ({ asked_by, reason }: Pick<Refund, 'asked_by' | 'reason'>): boolean => asked_by === null && reason !== null

/** Marks a refund failed. The admin who requested it sees that; for an automatic refund, support gets one email per payment. */
export async function failRefund(ctx: Ctx, refund: Refund, failure: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside
    const payment = await payments.lockPayment(db, refund.payment_id)
    const failed = await queries.updateOpenRefund(db, refund.id, { state: 'failed', failure })
    if (!failed || !isAutomatic(refund)) return
    const all = await queries.findRefundsOf(db, payment.id)
    if (all.filter((one) => one.state === 'failed' && isAutomatic(one)).length > 1) return
    await notifySupport(inside, payment, { trouble: 'refund_failed', capture_id: payment.provider_capture_id ?? 'none', said: failure })
  })
}

/** Requests failed automatic refunds again once a day, with a new id: PayPal repeats its old response to a known one. */
export async function retryFailedRefunds(ctx: Ctx): Promise<void> {
  const asked_before = new Date(ctx.now.getTime() - RETRY_AFTER_MS)
  for (const { payment_id, reason } of await queries.findFailedAutomatic(ctx.db, { asked_before, limit: MAX_PER_RUN }))
    await inTransaction(ctx, async ({ db, now: asked_at }) => {
      const { state } = await payments.lockPayment(db, payment_id)
      if (state !== 'captured' || (await queries.findOpenRefund(db, payment_id))) return
      await queries.insertRefund(db, { payment_id, state: 'asked', reason, asked_by: null, asked_at })
    })
}
