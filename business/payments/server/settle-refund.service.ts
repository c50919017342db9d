import { audit } from '#accounts/server/index.ts'
import { post } from '#ledger/server/index.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { SEND_REFUND } from './jobs.ts'
import { centsOf } from './paypal-money.ts'
import { captureOf } from './paypal-refunds.ts'
import type { PayPalRefund } from './paypal-shapes.ts'
import type { Payment } from './ports.ts'
import * as payments from './queries.ts'
import { RECURRING } from './recurring.service.ts'
import * as queries from './refund.queries.ts'
import { failRefund } from './refund-failed.service.ts'
import type { Refund } from './tables.ts'

/**
 * Brings ours to what PayPal says of a refund, once: money, what it paid for, book and audit log in one transaction under the payment's lock.
 * `asked` is the refund that an admin asked for, where this is the answer to that.
 */
export async function settleRefund(ctx: Ctx, payment_id: string, answer: PayPalRefund, asked?: Refund): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const payment = await payments.lockPayment(inside.db, payment_id)
    const capture = captureOf(answer)
    if (capture !== undefined && capture !== payment.provider_capture_id) throw new Error(`Refund ${answer.id} is of another payment.`)
    if (await isBookedUnnamed(inside, payment, answer.id)) return
    const refund = await rowFor(inside, payment, answer.id, asked)
    if (refund.state === 'asked' || refund.state === 'pending') await record(inside, payment, refund, answer)
  })
}

/**
 * PayPal says that all of a payment is back, and names no refund: what is left of it is booked, once, under the payment's own number at PayPal.
 * A refund that waits for PayPal's answer is taken to be that one. PayPal does not tell the day here: it is the one on which we hear of it.
 */
export async function settleAllBack(ctx: Ctx, payment_id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, now: completed_at } = inside
    const payment = await payments.lockPayment(db, payment_id)
    if (payment.state !== 'captured') return
    const left = toCents(payment.amount_cents - (await queries.sumRefunded(db, payment_id)))
    const refund = (await queries.findOpenRefund(db, payment_id)) ?? (await insertNoticed(inside, payment_id, payment.provider_capture_id!))
    const provider_refund_id = refund.provider_refund_id ?? payment.provider_capture_id!
    await complete(inside, payment, { ...refund, amount_cents: left, fee_back_cents: toCents(0), completed_at, provider_refund_id })
    await end(inside, payment, completed_at)
  })
}

/** All is back already, booked without this number of PayPal's. */
async function isBookedUnnamed({ db }: Ctx<Tx>, { id, state }: Payment, provider_refund_id: string): Promise<boolean> {
  if (state !== 'refunded' || (await queries.findOpenRefund(db, id))) return false
  return (await queries.findRefundByProvider(db, provider_refund_id)) === undefined
}

/** Made at PayPal, by nobody here. */
const insertNoticed = async ({ db, now }: Ctx<Tx>, payment_id: string, provider_refund_id: string): Promise<Refund> =>
  (await queries.insertRefund(db, { payment_id, state: 'pending', provider_refund_id, reason: null, asked_by: null, asked_at: now }))!

/** The row of this refund of PayPal's: known by its number, or the one asked for that has none yet, or a new one. */
async function rowFor({ db, now }: Ctx<Tx>, { id: payment_id }: Payment, provider_refund_id: string, asked?: Refund): Promise<Refund> {
  const known = await queries.findRefundByProvider(db, provider_refund_id)
  if (known) return known
  const open = await queries.findOpenRefund(db, payment_id)
  if (open?.state === 'asked') {
    await queries.updateOpenRefund(db, open.id, { state: 'pending', provider_refund_id })
    return { ...open, state: 'pending', provider_refund_id }
  }
  const { reason, asked_by } = asked ?? { reason: null, asked_by: null }
  return (await queries.insertRefund(db, { payment_id, state: 'pending', provider_refund_id, reason, asked_by, asked_at: now }))!
}

async function record(ctx: Ctx<Tx>, payment: Payment, refund: Refund, answer: PayPalRefund): Promise<void> {
  if (answer.status === 'FAILED' || answer.status === 'CANCELLED') return failRefund(ctx, refund, answer.status)
  const amount_cents = centsOf(answer.amount)
  if (answer.status !== 'COMPLETED') return void (await queries.updateOpenRefund(ctx.db, refund.id, { amount_cents: amount_cents || null }))
  const left = payment.state === 'captured' ? payment.amount_cents - (await queries.sumRefunded(ctx.db, payment.id)) : 0
  if (!amount_cents) return failRefund(ctx, refund, 'other_currency')
  if (amount_cents > left) return failRefund(ctx, refund, 'too_much')
  const completed_at = momentOf(answer, payment, ctx.now)
  const done = {
    ...refund,
    amount_cents,
    fee_back_cents: feeBack(answer, payment, amount_cents),
    completed_at,
    provider_refund_id: answer.id
  }
  await complete(ctx, payment, done)
  if (amount_cents === left) await end(ctx, payment, completed_at)
}

async function complete(ctx: Ctx<Tx>, payment: Payment, done: Done): Promise<void> {
  const { id, amount_cents, fee_back_cents, completed_at, provider_refund_id } = done
  const completed = { state: 'completed', amount_cents, fee_back_cents, completed_at, provider_refund_id } as const
  await queries.updateOpenRefund(ctx.db, id, completed)
  await book(ctx, payment, done)
  await tell(ctx, payment, done)
}

/** A refund found later counts on the day it happened; a clock that cannot be right is not believed. */
function momentOf({ create_time }: PayPalRefund, { captured_at, created_at }: Payment, now: Date): Date {
  const moment = new Date(create_time ?? now)
  return moment >= (captured_at ?? created_at) && moment <= now ? moment : now
}

/** What PayPal gives back of its fee, where it tells; never more than it took. */
function feeBack({ seller_payable_breakdown }: PayPalRefund, { fee_cents }: Payment, amount_cents: Cents): Cents {
  return toCents(Math.min(centsOf(seller_payable_breakdown?.paypal_fee) ?? 0, fee_cents ?? 0, amount_cents))
}

type Done = Refund & { amount_cents: Cents; completed_at: Date; provider_refund_id: string }

async function book({ db }: Ctx<Tx>, { client_id, asset_id, description }: Payment, refund: Done): Promise<void> {
  const { amount_cents, fee_back_cents, completed_at, provider_refund_id } = refund
  const about = { party_id: client_id, asset_id }
  await post(db, {
    kind: 'refund',
    reference: provider_refund_id,
    occurred_at: completed_at,
    description: `Refund: ${description}`,
    lines: [
      { account: 'refunds', amount_cents, ...about },
      { account: 'fees', amount_cents: toCents(-fee_back_cents), ...about },
      { account: 'cash', amount_cents: toCents(fee_back_cents - amount_cents), ...about }
    ]
  })
}

/** All of it is back: what it paid for ends. That first, as it may wait for whoever tries to record this very payment, and an update of its row makes them wait for us. */
async function end(ctx: Ctx<Tx>, payment: Payment, refunded_at: Date): Promise<void> {
  const revoker = ctx.ports.purposes[payment.purpose] ?? (payment.purpose === RECURRING ? ctx.ports.recurring : undefined)
  if (!revoker) throw new Error(`Nothing takes back what payments for "${payment.purpose}" gave.`)
  await revoker.revoke(ctx, { ...payment, state: 'refunded', refunded_at })
  await queries.updateRefunded(ctx.db, payment.id, refunded_at)
}

async function tell({ db, ports }: Ctx<Tx>, { id, description }: Payment, refund: Done): Promise<void> {
  const details = { title: description, amount_cents: refund.amount_cents, ...(refund.asked_by === null && { at: 'PayPal' }) }
  await audit(db, { actor_id: refund.asked_by, action: 'payment.refunded', subject_kind: 'payment', subject: id, details })
  await ports.jobs.send(db, SEND_REFUND, { refund_id: refund.id })
}
