import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, Refusal, refuse } from '#platform/server/index.ts'
import { type capturePayment, no } from '../contract.ts'
import { RECONCILE } from './jobs.ts'
import { spendCall } from './limits.ts'
import { PayPalRefusal } from './paypal.ts'
import type { PayPalOrder } from './paypal-shapes.ts'
import type { Held, Payment } from './ports.ts'
import * as queries from './queries.ts'
import { isStale, reconcile } from './reconcile.service.ts'
import { requireOwnPayment, unavailable } from './service.ts'
import { fail, isOrderOf, settle } from './settle.service.ts'

const DECLINES = new Set(['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'CARD_EXPIRED', 'CARD_CLOSED'])
const STILL_AT_IT = new Set(['PREVIOUS_REQUEST_IN_PROGRESS', 'DUPLICATE_REQUEST_ID', 'RATE_LIMIT_REACHED'])

const isOpen = ({ state }: Payment) => state === 'created' || state === 'approved'

/** Takes the money once, however often and by whomever it is called, and answers what was bought. */
export async function capture(ctx: Ctx, { params, body }: Received<typeof capturePayment>): Promise<Answer<typeof capturePayment>> {
  await spendCall(ctx, 'capture')
  const payment = await requireOwnPayment(ctx, params.payment_id)
  if (body.provider_order_id && body.provider_order_id !== payment.provider_order_id) throw refuse(no, 'other_order')
  if (isOpen(payment)) await takeMoney(ctx, payment)
  return outcomeOf(ctx, await requireOwnPayment(ctx, payment.id))
}

async function outcomeOf(ctx: Ctx, payment: Payment): Promise<Answer<typeof capturePayment>> {
  const { state, pending, failure } = payment
  const held = state === 'captured' || failure === 'held_already' ? await findHeld(ctx, payment) : undefined
  if (held) return { status: state, pending, ...held }
  if (state === 'refunded') throw refuse(no, 'payment_refunded')
  if (failure === 'declined') throw refuse(no, 'payment_declined')
  if (failure === 'other_amount') throw refuse(no, 'other_amount')
  if (state === 'failed') throw refuse(no, 'payment_failed')
  return { status: state, pending, license_id: null, download_url: null }
}

async function findHeld(ctx: Ctx, payment: Payment): Promise<Held | undefined> {
  return ctx.ports.purposes[payment.purpose]?.held(ctx, payment)
}

async function takeMoney(ctx: Ctx, payment: Payment): Promise<void> {
  if (!payment.claimed_at && (await findHeld(ctx, payment))) return fail(ctx, payment.id, 'held_already')
  const order = await askFor(ctx, payment)
  if (order.status === 'COMPLETED') return settle(ctx, payment.id, order)
  if (!isOrderOf(order, payment)) throw refuse(no, 'other_order')
  if (order.status === 'VOIDED') return fail(ctx, payment.id, 'abandoned')
  if (order.status !== 'APPROVED') throw refuse(no, 'not_approved')
  if (await claim(ctx, payment)) await captureClaimed(ctx, payment)
}

async function askFor({ ports }: Ctx, { provider_order_id }: Payment): Promise<PayPalOrder> {
  if (!provider_order_id) throw refuse(no, 'not_approved')
  try {
    return await ports.paypal.getOrder(provider_order_id)
  } catch (error) {
    if (error instanceof PayPalRefusal && error.status === 404) throw refuse(no, 'not_approved')
    throw unavailable()
  }
}

const TRIES = 50
const PAUSE_MS = 200

/**
 * From now on only this payment may be captured for what it buys; false when there is nothing left to capture.
 * It waits for another payment for the same thing that is being captured right now: if that one gives the licence, this one ends.
 */
async function claim(ctx: Ctx, payment: Payment): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const claimed = await tryClaim(ctx, payment)
    if (claimed !== 'taken') return claimed === 'mine'
    const other = await queries.findClaimed(ctx.db, payment)
    if (other?.pending) break
    if (other && isStale(other, ctx.now)) await reconcile(ctx, other).catch(() => {})
    await wait(PAUSE_MS)
  }
  throw refuse(no, 'payment_in_progress')
}

/** The claim comes before the look at what is held: what another payment gave before it is seen, and none can give it after. */
async function tryClaim(ctx: Ctx, payment: Payment): Promise<'mine' | 'taken' | 'closed'> {
  const claimed = await claimAlone(ctx, payment)
  if (claimed !== 'mine' || !(await findHeld(ctx, payment))) return claimed
  await fail(ctx, payment.id, 'held_already')
  return 'closed'
}

async function claimAlone(ctx: Ctx, { id }: Payment): Promise<'mine' | 'taken' | 'closed'> {
  return inTransaction(ctx, async ({ db, now }) => {
    const locked = await queries.lockPayment(db, id)
    if (!isOpen(locked) || locked.pending) return 'closed'
    return (await queries.claimPayment(db, id, now)) ? 'mine' : 'taken'
  })
}

async function captureClaimed(ctx: Ctx, payment: Payment): Promise<void> {
  try {
    await settle(ctx, payment.id, await ctx.ports.paypal.captureOrder(payment.provider_order_id!, payment.id))
  } catch (error) {
    if (error instanceof Refusal) throw error
    await settleAfter(ctx, payment, error)
  }
}

/** PayPal said no, or nothing: what became of the order decides. */
async function settleAfter(ctx: Ctx, payment: Payment, error: unknown): Promise<void> {
  const order = await ctx.ports.paypal.getOrder(payment.provider_order_id!).catch(() => undefined)
  if (order?.status === 'COMPLETED') return settle(ctx, payment.id, order)
  if (!(error instanceof PayPalRefusal)) {
    await ctx.ports.jobs.send(ctx.db, RECONCILE, {}, { startAfter: new Date(Date.now() + 5000) })
    throw unavailable()
  }
  if (DECLINES.has(error.issue)) return fail(ctx, payment.id, 'declined')
  if (STILL_AT_IT.has(error.issue)) throw refuse(no, 'payment_in_progress')
  await queries.releaseClaim(ctx.db, payment.id, ctx.now)
  throw error.issue === 'ORDER_NOT_APPROVED' ? refuse(no, 'not_approved') : unavailable()
}
