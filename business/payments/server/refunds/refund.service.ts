import { type Answer, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type refundPayment, refusals } from '../../admin.contract.ts'
import { readListed } from '../admin/admin.service.ts'
import { RECONCILE } from '../jobs.ts'
import { PayPalRefusal, PayPalUnreachable } from '../paypal/adapter.ts'
import { payPalValue } from '../paypal/money.ts'
import { captureIdOf, findLines, type Payment } from '../ports.ts'
import * as payments from '../queries.ts'
import type { Refund } from '../tables.ts'
import { settleAllBack, settleRefund } from './record-refund.service.ts'
import * as queries from './refund.queries.ts'
import { failRefund } from './refund-failed.service.ts'

const ACCEPTED = 202
const RETRY_AFTER_MS = 5000

/**
 * Refunds what is left of a payment, or some lines of its order, once, no matter how often it is called. A refunded payment does not change.
 */
export async function refund(ctx: Ctx, { params, body }: Received<typeof refundPayment>): Promise<Answer<typeof refundPayment>> {
  const requested = await requestRefund(ctx, params.id, body)
  if (requested) await follow(ctx, requested)
  const payment = await readListed(ctx, params.id)
  if (payment.refund_status) ctx.outgoing.status = ACCEPTED
  return payment
}

type Requested = { payment: Payment; refund: Refund }

/** Records the refund before PayPal is called: after a crash in between, the next reconciliation sends it again. Joins the caller's transaction. */
export async function requestRefund(ctx: Ctx, payment_id: string, { reason, line_ids }: Wish): Promise<Requested | undefined> {
  const { id: asked_by } = signedIn(ctx)
  return inTransaction(ctx, async (inside) => {
    const { db, now } = inside
    if (!(await payments.findPayment(db, payment_id))) throw refuse(refusals, 'payment_not_found')
    const payment = await payments.lockPayment(db, payment_id)
    const open = await queries.findOpenRefund(db, payment_id)
    if (isSame(open, line_ids)) return { payment, refund: open }
    const some = line_ids && (await chooseLines(inside, payment, line_ids))
    if (payment.state === 'refunded') return undefined
    requireRefundable(payment, open)
    const refund = await queries.insertRefund(db, { payment_id, state: 'asked', reason, asked_by, asked_at: now, ...some })
    return refund && { payment, refund }
  })
}

function requireRefundable({ pending, state }: Payment, open: Refund | undefined): void {
  if (pending) throw refuse(refusals, 'capture_pending')
  if (state !== 'captured') throw refuse(refusals, 'not_captured')
  if (open) throw refuse(refusals, 'refund_in_progress')
}

type Wish = { reason: string; line_ids?: readonly string[] | undefined }

/** Whether the refund that PayPal has not finished is the one that is requested. One that was made at PayPal has no lines. */
function isSame(open: Refund | undefined, line_ids: readonly string[] | undefined): open is Refund {
  if (!open) return false
  if (!line_ids || !open.line_ids) return !line_ids && !open.line_ids
  const [wanted, asked] = [new Set(line_ids), new Set(open.line_ids)]
  return wanted.size === asked.size && line_ids.every((id) => asked.has(id))
}

/** Returns what is refunded of an order: lines that were paid for, and their total. */
async function chooseLines(ctx: Ctx<Tx>, payment: Payment, line_ids: readonly string[]) {
  const wanted = new Set(line_ids)
  const lines = (await findLines(ctx, payment)).filter(({ line_id }) => wanted.has(line_id))
  if (lines.length < wanted.size) throw refuse(refusals, 'line_not_found')
  if (lines.some(({ status }) => status === 'refunded')) throw refuse(refusals, 'line_refunded')
  const asked_cents = toCents(lines.reduce((sum, { total_cents }) => sum + total_cents, 0))
  if (asked_cents === 0) throw refuse(refusals, 'line_cost_nothing')
  const left = payment.amount_cents - (await queries.sumRefunded(ctx.db, payment.id))
  if (payment.state === 'captured' && asked_cents > left) throw refuse(refusals, 'too_little_left')
  return { asked_cents, line_ids: [...wanted] }
}

/** Sends the refund to PayPal, or checks one that was sent. If PayPal cannot respond now, a job tries again. */
export async function follow(ctx: Ctx, requested: Requested): Promise<void> {
  try {
    await sendToPayPal(ctx, requested)
  } catch (error) {
    if (!isFromPayPal(error)) throw error
    const retry = { startAfter: new Date(Date.now() + RETRY_AFTER_MS), singletonKey: `refund ${requested.refund.id}` }
    await ctx.ports.jobs.send(ctx.db, RECONCILE, {}, retry)
  }
}

async function sendToPayPal(ctx: Ctx, { payment, refund }: Requested): Promise<void> {
  const { paypal } = ctx.ports
  try {
    const answer = refund.provider_refund_id
      ? await paypal.getRefund(refund.provider_refund_id)
      : await paypal.refundCapture(captureIdOf(payment), refund.id, amountOf(refund, payment))
    await settleRefund(ctx, payment.id, answer, refund)
  } catch (error) {
    if (error instanceof PayPalRefusal && !IN_PROGRESS.has(error.issue)) return handleRefusal(ctx, { payment, refund }, error)
    throw error
  }
}

const amountOf = ({ asked_cents }: Refund, { currency }: Payment) =>
  asked_cents === null ? undefined : { currency_code: currency, value: payPalValue(asked_cents) }

const IN_PROGRESS = new Set(['PREVIOUS_REQUEST_IN_PROGRESS', 'DUPLICATE_REQUEST_ID', 'RATE_LIMIT_REACHED'])
const isFromPayPal = (error: unknown) => error instanceof PayPalRefusal || error instanceof PayPalUnreachable

const REFUSALS: Record<string, keyof typeof refusals> = {
  REFUND_TIME_LIMIT_EXCEEDED: 'refund_too_late',
  TRANSACTION_DISPUTED: 'payment_disputed',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'balance_too_low'
}

/** Handles PayPal's refusal. If the money was already refunded at PayPal, books that; otherwise marks the refund failed, so that it can be requested again. */
async function handleRefusal(ctx: Ctx, { payment, refund }: Requested, refusal: PayPalRefusal): Promise<void> {
  const { issue } = refusal
  ctx.log.warn({ err: refusal, payment_id: payment.id, refund_id: refund.id }, 'PayPal refused a refund')
  const isDone = issue === 'CAPTURE_FULLY_REFUNDED'
  // A refund of lines that someone forestalled at PayPal was not made; a refund of the rest is taken to be theirs.
  if (isDone && (await settleMadeAtPayPal(ctx, payment))) return failRefund(ctx, refund, issue)
  await failRefund(ctx, refund, issue)
  throw refuse(refusals, isDone ? 'refunded_at_paypal' : (REFUSALS[issue] ?? 'refund_refused'))
}

/** Books refunds that were made at PayPal. Returns true if the payment is fully refunded then. */
async function settleMadeAtPayPal(ctx: Ctx, { id, provider_order_id }: Payment): Promise<boolean> {
  // A subscription payment has no order that lists its refunds.
  if (provider_order_id) await settleNamed(ctx, id, provider_order_id)
  else await settleAllBack(ctx, id)
  return (await payments.findPayment(ctx.db, id))?.state === 'refunded'
}

async function settleNamed(ctx: Ctx, id: string, provider_order_id: string): Promise<void> {
  const order = await ctx.ports.paypal.getOrder(provider_order_id)
  for (const refund of order.purchase_units[0]?.payments?.refunds ?? []) await settleRefund(ctx, id, refund)
}
