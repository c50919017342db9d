import { type Ctx, inTransaction } from '#platform/server/index.ts'
import { tellSupport } from './attention.service.ts'
import * as payments from './queries.ts'
import * as queries from './refund.queries.ts'
import type { Refund } from './tables.ts'

const ASK_AGAIN_MS = 24 * 3600_000
const MOST_AT_ONCE = 100

/** Asked for by the product itself: nobody waits for its answer. */
const isAutomatic = ({ asked_by, reason }: Pick<Refund, 'asked_by' | 'reason'>): boolean => asked_by === null && reason !== null

/** An admin sees the failure of the refund that was asked for; of an automatic one support is told by mail, once for each payment. */
export async function failRefund(ctx: Ctx, refund: Refund, failure: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside
    const payment = await payments.lockPayment(db, refund.payment_id)
    const failed = await queries.updateOpenRefund(db, refund.id, { state: 'failed', failure })
    if (!failed || !isAutomatic(refund)) return
    const all = await queries.findRefundsOf(db, payment.id)
    if (all.filter((one) => one.state === 'failed' && isAutomatic(one)).length > 1) return
    await tellSupport(inside, payment, { trouble: 'refund_failed', capture_id: payment.provider_capture_id ?? 'none', said: failure })
  })
}

/** Automatic refunds that failed are asked for anew once a day, under a number of their own: PayPal answers a known number as before. */
export async function askAgainForFailed(ctx: Ctx): Promise<void> {
  const asked_before = new Date(ctx.now.getTime() - ASK_AGAIN_MS)
  for (const { payment_id, reason } of await queries.findFailedAutomatic(ctx.db, { asked_before, most: MOST_AT_ONCE }))
    await inTransaction(ctx, async ({ db, now: asked_at }) => {
      const { state } = await payments.lockPayment(db, payment_id)
      if (state !== 'captured' || (await queries.findOpenRefund(db, payment_id))) return
      await queries.insertRefund(db, { payment_id, state: 'asked', reason, asked_by: null, asked_at })
    })
}
