import { audit, changedFields } from '#accounts/server/index.ts'
import { post } from '#ledger/server/index.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { SEND_REFUND } from '../jobs.ts'
import { centsOf } from '../paypal/money.ts'
import { captureOf } from '../paypal/refunds.ts'
import type { PayPalRefund } from '../paypal/schemas.ts'
import { type CompletedRefund, captureIdOf, findLines, type Payment } from '../ports.ts'
import * as payments from '../queries.ts'
import type { Refund } from '../tables.ts'
import * as queries from './refund.queries.ts'
import { failRefund, isAutomatic } from './refund-failed.service.ts'
import { refundLater } from './refund-later.service.ts'

/**
 * Applies PayPal's state of a refund, once: payment, license or plan, ledger and audit log in one transaction under the payment's lock.
 * `asked` is the refund that an admin requested, if this is the response to it.
 */
export async function settleRefund(ctx: Ctx, payment_id: string, answer: PayPalRefund, asked?: Refund): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const payment = await payments.lockPayment(inside.db, payment_id)
    const capture = captureOf(answer)
    if (capture !== undefined && capture !== payment.provider_capture_id) throw new Error(`Refund ${answer.id} belongs to another payment.`)
    if (await isBookedUnnamed(inside, payment, answer.id)) return
    const refund = await rowFor(inside, payment, answer, asked)
    if (refund.state === 'asked' || refund.state === 'pending') await record(inside, payment, refund, answer)
  })
}

/**
 * Books the rest of a payment as refunded, once, when PayPal reports it as fully refunded but names no refund. The entry has the payment's own id
 * at PayPal. A refund that waits for PayPal's response is taken to be this one. PayPal gives no date here, so the entry has the current time.
 */
export async function settleAllBack(ctx: Ctx, payment_id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, now: completed_at } = inside
    const payment = await payments.lockPayment(db, payment_id)
    if (payment.state !== 'captured') return
    const capture_id = captureIdOf(payment)
    const left = toCents(payment.amount_cents - (await queries.sumRefunded(db, payment_id)))
    const refund = (await queries.findOpenRefund(db, payment_id)) ?? (await insertMadeAtPayPal(inside, payment_id, capture_id))
    const provider_refund_id = refund.provider_refund_id ?? capture_id
    const done = { ...refund, amount_cents: left, fee_back_cents: toCents(0), completed_at, provider_refund_id }
    const credited = await complete(inside, payment, done)
    await end(inside, payment, completed_at)
    await inside.ports.invoices.credit(inside, payment, credited)
  })
}

/** Whether the payment is already booked as fully refunded, without this refund id of PayPal's. */
async function isBookedUnnamed({ db }: Ctx<Tx>, { id, state }: Payment, provider_refund_id: string): Promise<boolean> {
  if (state !== 'refunded' || (await queries.findOpenRefund(db, id))) return false
  return (await queries.findRefundByProvider(db, provider_refund_id)) === undefined
}

/** A refund that was made at PayPal, not requested here. */
const insertMadeAtPayPal = ({ db, now }: Ctx<Tx>, payment_id: string, provider_refund_id: string): Promise<Refund> =>
  insertPending(db, { payment_id, provider_refund_id, reason: null, asked_by: null, asked_at: now })

async function insertPending(db: Tx, refund: Omit<Parameters<typeof queries.insertRefund>[1], 'state'>): Promise<Refund> {
  const inserted = await queries.insertRefund(db, { ...refund, state: 'pending' })
  if (!inserted) throw new Error(`Refund ${refund.provider_refund_id} of payment ${refund.payment_id} exists already.`)
  return inserted
}

/** Finds the row of this refund by PayPal's id, or the requested one that has no id yet, or inserts a new one. */
async function rowFor({ db, now }: Ctx<Tx>, { id: payment_id }: Payment, answer: PayPalRefund, asked?: Refund): Promise<Refund> {
  const provider_refund_id = answer.id
  const known = await queries.findRefundByProvider(db, provider_refund_id)
  if (known) return known
  const open = await queries.findOpenRefund(db, payment_id)
  if (open?.state === 'asked' && isAnswerTo(open, answer, asked)) {
    await queries.updateOpenRefund(db, open.id, { state: 'pending', provider_refund_id })
    return { ...open, state: 'pending', provider_refund_id }
  }
  const { reason, asked_by, asked_cents, line_ids } = asked ?? MADE_AT_PAYPAL
  return insertPending(db, { payment_id, provider_refund_id, reason, asked_by, asked_at: now, asked_cents, line_ids })
}

const MADE_AT_PAYPAL = { reason: null, asked_by: null, asked_cents: null, line_ids: null }

/** A refund of everything that is left is taken to be any refund that PayPal tells of; one of some lines only by its own id. */
const isAnswerTo = (open: Refund, { custom_id }: PayPalRefund, asked: Refund | undefined): boolean =>
  open.line_ids === null || custom_id === open.id || asked?.id === open.id

/** An automatic refund that turns out to be one of a part, because somebody made that at PayPal, asks for the rest. */
async function record(ctx: Ctx<Tx>, payment: Payment, refund: Refund, answer: PayPalRefund): Promise<void> {
  if (answer.status === 'FAILED' || answer.status === 'CANCELLED') return failRefund(ctx, refund, answer.status)
  const amount_cents = centsOf(answer.amount)
  if (answer.status !== 'COMPLETED') return void (await queries.updateOpenRefund(ctx.db, refund.id, { amount_cents: amount_cents || null }))
  const left = payment.state === 'captured' ? payment.amount_cents - (await queries.sumRefunded(ctx.db, payment.id)) : 0
  if (!amount_cents) return failRefund(ctx, refund, 'other_currency')
  if (amount_cents > left) return failRefund(ctx, refund, 'too_much')
  const completed_at = completedAt(answer, payment, ctx.now)
  const done = {
    ...refund,
    amount_cents,
    fee_back_cents: feeBack(answer, payment, amount_cents),
    completed_at,
    provider_refund_id: answer.id
  }
  const credited = await complete(ctx, payment, done)
  if (amount_cents === left) await end(ctx, payment, completed_at)
  else if (refund.line_ids) await ctx.ports.purposes.license.revokeLines(ctx, payment, refund.line_ids)
  if (amount_cents < left && isAutomatic(refund)) await refundLater(ctx, payment.id, refund.reason ?? '')
  await ctx.ports.invoices.credit(ctx, payment, credited)
}

/** Books a completed refund. Its credit note comes last: it takes a number under a lock that every capture needs. */
async function complete(ctx: Ctx<Tx>, payment: Payment, done: Done): Promise<Done> {
  const { id, amount_cents, fee_back_cents, completed_at, provider_refund_id } = done
  const before = await queries.sumRefundedBefore(ctx.db, payment.id)
  const tax_cents = await taxIn(ctx, payment, done, before)
  const completed = { state: 'completed', amount_cents, tax_cents, fee_back_cents, completed_at, provider_refund_id } as const
  await queries.updateOpenRefund(ctx.db, id, completed)
  await book(ctx, payment, { ...done, tax_cents })
  await report(ctx, payment, done, before)
  return { ...done, tax_cents }
}

/**
 * The tax in a refund: that of its lines, all that is left of it with the last refund, else the same share as of the amount. The shares are rounded
 * together, so that many small refunds do not leave more tax than money for the last one.
 */
async function taxIn(ctx: Ctx<Tx>, payment: Payment, { amount_cents, line_ids }: Done, before: Before): Promise<Cents> {
  const left = toCents(payment.tax_cents - before.tax_cents)
  const back_cents = before.amount_cents + amount_cents
  if (back_cents >= payment.amount_cents) return toCents(Math.min(left, amount_cents))
  const lines = line_ids ? (await findLines(ctx, payment)).filter(({ line_id }) => line_ids.includes(line_id)) : undefined
  const share = lines
    ? lines.reduce((sum, { tax_cents }) => sum + tax_cents, 0)
    : Math.round((payment.tax_cents * back_cents) / payment.amount_cents) - before.tax_cents
  return toCents(Math.max(0, Math.min(share, left, amount_cents)))
}

/** The refund's own time at PayPal, unless that cannot be right: then now. */
function completedAt({ create_time }: PayPalRefund, { captured_at, created_at }: Payment, now: Date): Date {
  const time = new Date(create_time ?? now)
  return time >= (captured_at ?? created_at) && time <= now ? time : now
}

/** The part of its fee that PayPal returns, if it reports one. Never more than it took. */
function feeBack({ seller_payable_breakdown }: PayPalRefund, { fee_cents }: Payment, amount_cents: Cents): Cents {
  return toCents(Math.min(centsOf(seller_payable_breakdown?.paypal_fee) ?? 0, fee_cents ?? 0, amount_cents))
}

/** What was refunded of a payment before. */
type Before = Awaited<ReturnType<typeof queries.sumRefundedBefore>>
type Done = CompletedRefund & { provider_refund_id: string }

async function book({ db }: Ctx<Tx>, { client_id, asset_id, description }: Payment, refund: Done): Promise<void> {
  const { amount_cents, tax_cents, fee_back_cents, completed_at, provider_refund_id } = refund
  const about = { party_id: client_id, asset_id }
  await post(db, {
    kind: 'refund',
    reference: provider_refund_id,
    occurred_at: completed_at,
    description: `Refund: ${description}`,
    lines: [
      { account: 'refunds', amount_cents: toCents(amount_cents - tax_cents), ...about },
      { account: 'tax_owed', amount_cents: tax_cents, ...about },
      { account: 'fees', amount_cents: toCents(-fee_back_cents), ...about },
      { account: 'cash', amount_cents: toCents(fee_back_cents - amount_cents), ...about }
    ]
  })
}

/**
 * Ends what a fully refunded payment paid for. This comes before the payment's own update: it may wait for a transaction that records this very
 * payment, which would wait for the updated row.
 */
async function end(ctx: Ctx<Tx>, payment: Payment, refunded_at: Date): Promise<void> {
  await ctx.ports.purposes[payment.purpose].revoke(ctx, { ...payment, state: 'refunded', refunded_at })
  await queries.updateRefunded(ctx.db, payment.id, refunded_at)
}

async function report({ db, ports }: Ctx<Tx>, { id, description }: Payment, refund: Done, before: Before): Promise<void> {
  const refunded = changedFields(
    { refunded_cents: before.amount_cents },
    { refunded_cents: toCents(before.amount_cents + refund.amount_cents) }
  )
  const details = { title: description, amount_cents: refund.amount_cents, ...(refund.asked_by === null && { at: 'PayPal' }), ...refunded }
  await audit(db, { actor_id: refund.asked_by, action: 'payment.refunded', subject_kind: 'payment', subject: id, details })
  await ports.jobs.send(db, SEND_REFUND, { refund_id: refund.id })
}
