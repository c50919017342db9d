import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn } from '#platform/server/index.ts'
import { no, type refundPayment } from '../admin.contract.ts'
import { readListed } from './admin.service.ts'
import { RECONCILE } from './jobs.ts'
import { PayPalRefusal, PayPalUnreachable } from './paypal.ts'
import type { Payment } from './ports.ts'
import * as payments from './queries.ts'
import * as queries from './refund.queries.ts'
import { failRefund } from './refund-failed.service.ts'
import { settleAllBack, settleRefund } from './settle-refund.service.ts'
import type { Refund } from './tables.ts'

const ACCEPTED = 202
const ASK_AGAIN_MS = 5000

/** Gives back what is left of a payment, once, however often and by whomever it is called; what is refunded already stays so. */
export async function refund(ctx: Ctx, { params, body }: Received<typeof refundPayment>): Promise<Answer<typeof refundPayment>> {
  const asked = await ask(ctx, params.id, body.reason)
  if (asked) await follow(ctx, asked)
  const payment = await readListed(ctx, params.id)
  if (payment.refund_status) ctx.outgoing.status = ACCEPTED
  return payment
}

type Asked = { payment: Payment; refund: Refund }

/** Written down before PayPal is asked: a crash in between leaves what the next reconciliation asks for again. */
async function ask(ctx: Ctx, payment_id: string, reason: string): Promise<Asked | undefined> {
  const { id: asked_by } = signedIn(ctx)
  return inTransaction(ctx, async ({ db, now }) => {
    if (!(await payments.findPayment(db, payment_id))) throw refuse(no, 'payment_not_found')
    const payment = await payments.lockPayment(db, payment_id)
    if (payment.state === 'refunded') return undefined
    if (payment.pending) throw refuse(no, 'capture_pending')
    if (payment.state !== 'captured') throw refuse(no, 'not_captured')
    const open = await queries.findOpenRefund(db, payment_id)
    const refund = open ?? (await queries.insertRefund(db, { payment_id, state: 'asked', reason, asked_by, asked_at: now }))
    return { payment, refund: refund! }
  })
}

/** Asks PayPal for it, or what became of it; where PayPal cannot tell now, it is asked again later. */
export async function follow(ctx: Ctx, asked: Asked): Promise<void> {
  try {
    await askPayPal(ctx, asked)
  } catch (error) {
    if (!isAboutPayPal(error)) throw error
    const later = { startAfter: new Date(Date.now() + ASK_AGAIN_MS), singletonKey: `refund ${asked.refund.id}` }
    await ctx.ports.jobs.send(ctx.db, RECONCILE, {}, later)
  }
}

async function askPayPal(ctx: Ctx, { payment, refund }: Asked): Promise<void> {
  const { paypal } = ctx.ports
  try {
    const answer = refund.provider_refund_id
      ? await paypal.getRefund(refund.provider_refund_id)
      : await paypal.refundCapture(payment.provider_capture_id!, refund.id)
    await settleRefund(ctx, payment.id, answer, refund)
  } catch (error) {
    if (error instanceof PayPalRefusal && !STILL_AT_IT.has(error.issue)) return giveUp(ctx, { payment, refund }, error)
    throw error
  }
}

const STILL_AT_IT = new Set(['PREVIOUS_REQUEST_IN_PROGRESS', 'DUPLICATE_REQUEST_ID', 'RATE_LIMIT_REACHED'])
const isAboutPayPal = (error: unknown) => error instanceof PayPalRefusal || error instanceof PayPalUnreachable

const REFUSALS: Record<string, keyof typeof no> = {
  REFUND_TIME_LIMIT_EXCEEDED: 'refund_too_late',
  TRANSACTION_DISPUTED: 'payment_disputed',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'balance_too_low'
}

/** PayPal said no. Where the money went back already, by hand at PayPal, that is booked; else the refund has failed and may be asked for again; what the product asked for by itself, it asks for again. */
async function giveUp(ctx: Ctx, { payment, refund }: Asked, { issue }: PayPalRefusal): Promise<void> {
  const isDone = issue === 'CAPTURE_FULLY_REFUNDED'
  if (isDone && (await settleMadeAtPayPal(ctx, payment))) return
  await failRefund(ctx, refund, issue)
  throw refuse(no, isDone ? 'refunded_at_paypal' : (REFUSALS[issue] ?? 'refund_refused'))
}

/** True when the payment is refunded then. */
async function settleMadeAtPayPal(ctx: Ctx, { id, provider_order_id }: Payment): Promise<boolean> {
  // The payment of a subscription has no order that would name its refunds.
  if (provider_order_id) await settleNamed(ctx, id, provider_order_id)
  else await settleAllBack(ctx, id)
  return (await payments.findPayment(ctx.db, id))?.state === 'refunded'
}

async function settleNamed(ctx: Ctx, id: string, provider_order_id: string): Promise<void> {
  const order = await ctx.ports.paypal.getOrder(provider_order_id)
  for (const refund of order.purchase_units[0]?.payments?.refunds ?? []) await settleRefund(ctx, id, refund)
}
