import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, Refusal, refuse, type Tx } from '#platform/server/index.ts'
import { type capturePayment, refusals } from '../../contract.ts'
import { abandon, fail } from '../end.service.ts'
import { RECONCILE } from '../jobs.ts'
import { spendCall } from '../limits.ts'
import { PayPalRefusal } from '../paypal/adapter.ts'
import type { PayPalOrder } from '../paypal/schemas.ts'
import { findHeld, type Payment } from '../ports.ts'
import * as queries from '../queries.ts'
import { isRefundedByUs } from '../refunds/refund.queries.ts'
import { requireOwnPayment, unavailable } from '../service.ts'
import { isStale, reconcile } from './reconcile.service.ts'
import { isOrderOf, settle } from './settle.service.ts'

const DECLINES = new Set(['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'CARD_EXPIRED', 'CARD_CLOSED'])
const STILL_AT_IT = new Set(['PREVIOUS_REQUEST_IN_PROGRESS', 'DUPLICATE_REQUEST_ID', 'RATE_LIMIT_REACHED'])

const isOpen = ({ state }: Payment) => state === 'created' || state === 'approved'

/** Captures the payment once, no matter how often it is called, and returns what was bought. */
export async function capture(ctx: Ctx, { params, body }: Received<typeof capturePayment>): Promise<Answer<typeof capturePayment>> {
  await spendCall(ctx, 'capture')
  const payment = await requireOwnPayment(ctx, params.payment_id)
  if (body.provider_order_id && body.provider_order_id !== payment.provider_order_id) throw refuse(refusals, 'other_order')
  if (isOpen(payment)) await takeMoney(ctx, payment)
  return outcomeOf(ctx, await requireOwnPayment(ctx, payment.id))
}

async function outcomeOf(ctx: Ctx, payment: Payment): Promise<Answer<typeof capturePayment>> {
  const { state, pending, failure, order_id } = payment
  const held = state === 'captured' || failure === 'held_already' ? await findHeld(ctx, payment) : undefined
  if (held) return { status: state, pending, order_id, ...held }
  if (state === 'captured' && (await isRefundedByUs(ctx.db, payment.id))) throw refuse(refusals, 'asset_withheld')
  if (state === 'refunded') throw refuse(refusals, 'payment_refunded')
  if (failure === 'declined') throw refuse(refusals, 'payment_declined')
  if (failure === 'other_amount') throw refuse(refusals, 'other_amount')
  if (state === 'failed') throw refuse(refusals, 'payment_failed')
  return { status: state, pending, order_id, license_id: null, license_ids: [], download_url: null, file_format: null }
}

async function takeMoney(ctx: Ctx, payment: Payment): Promise<void> {
  if (await endIfHeld(ctx, payment)) return
  const order = await readOrder(ctx, payment)
  if (order.status === 'COMPLETED') return settle(ctx, payment.id, order)
  if (!isOrderOf(order, payment)) throw refuse(refusals, 'other_order')
  if (order.status === 'VOIDED') return void (await abandon(ctx, payment))
  if (order.status !== 'APPROVED') throw refuse(refusals, 'not_approved')
  if (await claim(ctx, payment)) await captureClaimed(ctx, payment)
}

function orderIdOf({ provider_order_id }: Payment): string {
  if (!provider_order_id) throw refuse(refusals, 'not_approved')
  return provider_order_id
}

async function readOrder({ ports }: Ctx, payment: Payment): Promise<PayPalOrder> {
  const order_id = orderIdOf(payment)
  try {
    return await ports.paypal.getOrder(order_id)
  } catch (error) {
    if (error instanceof PayPalRefusal && error.status === 404) throw refuse(refusals, 'not_approved')
    throw unavailable(error)
  }
}

const TRIES = 50
const PAUSE_MS = 200

/**
 * Claims the license for this payment, so that no other payment for it can be captured. Returns false if there is nothing left to capture.
 * Waits for another payment for the same license that is being captured right now. If that one succeeds, this one ends.
 */
async function claim(ctx: Ctx, payment: Payment): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const claimed = await tryClaim(ctx, payment)
    if (claimed !== 'taken') return claimed === 'mine'
    const other = await findClaimed(ctx, payment)
    if (other?.pending) break
    if (other && isStale(other, ctx.now))
      await reconcile(ctx, other).catch((err: unknown) =>
        ctx.log.warn({ err, payment_id: other.id }, 'a stale payment could not be checked')
      )
    await wait(PAUSE_MS)
  }
  throw refuse(refusals, 'payment_in_progress')
}

/** Finds another unfinished payment that holds the claim on one of the same licenses. */
const findClaimed = async (ctx: Ctx, payment: Payment) =>
  queries.findClaimed(ctx.db, payment, await ctx.ports.purposes.license.rivals(ctx.db, payment))

/** Ends an unclaimed payment whose license the client already owns. Returns whether it did. */
async function endIfHeld(ctx: Ctx, payment: Payment): Promise<boolean> {
  if (payment.claimed_at || !(await findHeld(ctx, payment))) return false
  return inTransaction(ctx, async (inside) => {
    const locked = await queries.lockPayment(inside.db, payment.id)
    // Whoever claimed it meanwhile saw that the license was gone, and may be capturing.
    return isOpen(locked) && !locked.claimed_at && failIfHeld(inside, locked)
  })
}

/**
 * Claims first and then looks for the license: a license granted before the claim is seen, and none can be granted after it. Both
 * happen under the payment's lock, so no other call can capture a payment that this one ends.
 */
async function tryClaim(ctx: Ctx, { id }: Payment): Promise<'mine' | 'taken' | 'closed'> {
  return inTransaction(ctx, async (inside) => {
    const locked = await queries.lockPayment(inside.db, id)
    if (!isOpen(locked) || locked.pending) return 'closed'
    await queries.lockClaims(inside.db, locked.client_id)
    if (await findClaimed(inside, locked)) return 'taken'
    if (!(await queries.claimPayment(inside.db, id, inside.now))) return 'taken'
    return !locked.claimed_at && (await failIfHeld(inside, locked)) ? 'closed' : 'mine'
  })
}

async function failIfHeld(ctx: Ctx<Tx>, payment: Payment): Promise<boolean> {
  if (!(await findHeld(ctx, payment))) return false
  await fail(ctx, payment, 'held_already')
  return true
}

async function captureClaimed(ctx: Ctx, payment: Payment): Promise<void> {
  try {
    await settle(ctx, payment.id, await ctx.ports.paypal.captureOrder(orderIdOf(payment), payment.id))
  } catch (error) {
    if (error instanceof Refusal) throw error
    await settleAfter(ctx, payment, error)
  }
}

/** PayPal refused the capture or did not respond. The order's state at PayPal decides what to do. */
async function settleAfter(ctx: Ctx, payment: Payment, error: unknown): Promise<void> {
  const payment_id = payment.id
  ctx.log.warn({ err: error, payment_id }, 'a capture failed')
  const order = await ctx.ports.paypal.getOrder(orderIdOf(payment)).catch((err: unknown) => {
    ctx.log.warn({ err, payment_id }, 'the order of a failed capture could not be read')
    return undefined
  })
  if (order?.status === 'COMPLETED') return settle(ctx, payment.id, order)
  if (!(error instanceof PayPalRefusal)) {
    await ctx.ports.jobs.send(ctx.db, RECONCILE, {}, { startAfter: new Date(Date.now() + 5000) })
    throw unavailable()
  }
  if (DECLINES.has(error.issue)) return fail(ctx, payment, 'declined')
  if (STILL_AT_IT.has(error.issue)) throw refuse(refusals, 'payment_in_progress')
  await queries.releaseClaim(ctx.db, payment.id, ctx.now)
  throw error.issue === 'ORDER_NOT_APPROVED' ? refuse(refusals, 'not_approved') : unavailable()
}
