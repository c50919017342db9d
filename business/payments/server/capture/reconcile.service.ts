import type { Ctx } from '#platform/server/index.ts'
import { DISCOUNTED_CHECKOUT_MS } from '../../rules.ts'
import { abandon } from '../end.service.ts'
import { PayPalRefusal } from '../paypal/adapter.ts'
import type { PayPalOrder } from '../paypal/schemas.ts'
import type { Payment } from '../ports.ts'
import * as queries from '../queries.ts'
import { settle } from './settle.service.ts'

/** Longer than any call to PayPal takes, so an older claim belongs to a capture that is no longer running. */
const CLAIM_LIFETIME_MS = 2 * 60_000
/** PayPal drops an order that is not approved within this time. */
const ORDER_LIFETIME_MS = 3 * 24 * 3600_000
const CHECK_AGAIN_MS = 30 * 60_000
const MAX_PER_RUN = 500

export const isStale = ({ claimed_at }: Payment, now: Date): boolean =>
  claimed_at !== null && now.getTime() - claimed_at.getTime() > CLAIM_LIFETIME_MS

/** Reads one unfinished payment's order from PayPal and applies its state. A client may claim the payment meanwhile, so what was read decides only about an unclaimed one. */
export async function reconcile(ctx: Ctx, payment: Payment): Promise<void> {
  const order = await findOrder(ctx, payment)
  await queries.updateOpenPayment(ctx.db, payment.id, { checked_at: ctx.now })
  if (order?.status === 'COMPLETED') return settle(ctx, payment.id, order)
  if (payment.claimed_at && isStale(payment, ctx.now)) await queries.releaseClaim(ctx.db, payment.id, payment.claimed_at)
  if (payment.claimed_at) return
  if (order?.status === 'APPROVED' && payment.state === 'created')
    await queries.updateOpenPayment(ctx.db, payment.id, { state: 'approved' })
  const lifetime_ms = payment.discount_cents > 0 ? DISCOUNTED_CHECKOUT_MS : ORDER_LIFETIME_MS
  const isOver = ctx.now.getTime() - payment.created_at.getTime() > lifetime_ms
  if (isOver || order?.status === 'VOIDED') await abandon(ctx, payment)
}

/** Returns undefined if PayPal does not know the order. */
export async function findOrder({ ports }: Ctx, { provider_order_id }: Payment): Promise<PayPalOrder | undefined> {
  if (!provider_order_id) return undefined
  try {
    return await ports.paypal.getOrder(provider_order_id)
  } catch (error) {
    if (error instanceof PayPalRefusal && error.status === 404) return undefined
    throw error
  }
}

/**
 * Repairs what a crash left between a capture at PayPal and the license here. Runs at every start and then every five minutes.
 * A failed call is retried in the next run; the first such error is thrown at the end. Returns the number of payments checked.
 */
export async function reconcilePayments(ctx: Ctx, { all = false } = {}): Promise<number> {
  const checked_before = all ? ctx.now : new Date(ctx.now.getTime() - CHECK_AGAIN_MS)
  const unfinished = await queries.findUnfinished(ctx.db, { checked_before, limit: MAX_PER_RUN })
  const errors: unknown[] = []
  for (const payment of unfinished) await reconcile(ctx, payment).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
  return unfinished.length
}
