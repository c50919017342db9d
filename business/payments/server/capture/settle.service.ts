import { post } from '#ledger/server/index.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { notifySupport } from '../attention.service.ts'
import { fail } from '../end.service.ts'
import { centsOf, payPalValue } from '../paypal/money.ts'
import type { PayPalCapture, PayPalMoney, PayPalOrder } from '../paypal/schemas.ts'
import type { Payment } from '../ports.ts'
import * as queries from '../queries.ts'
import { findPaymentByCapture } from '../refunds/refund.queries.ts'

const isOpen = ({ state }: Payment) => state === 'created' || state === 'approved'

/** Whether the order is the one that this payment opened: same payment, client, amount and currency. */
export function isOrderOf({ purchase_units: [unit] }: PayPalOrder, payment: Payment): boolean {
  return unit?.custom_id === payment.id && unit.reference_id === payment.client_id && isAmountOf(unit.amount, payment)
}

const isAmountOf = (money: PayPalMoney | undefined, { amount_cents, currency }: Payment) =>
  money?.value === payPalValue(amount_cents) && money.currency_code === currency

/** Applies PayPal's state of the order to the payment, once: payment, license and ledger in one transaction under the payment's lock. */
export async function settle(ctx: Ctx, payment_id: string, order: PayPalOrder): Promise<void> {
  const captures = order.purchase_units[0]?.payments?.captures ?? []
  const capture = captures.find(({ status }) => status === 'COMPLETED') ?? captures.at(-1)
  if (!capture) return
  await inTransaction(ctx, async (inside) => {
    const payment = await queries.lockPayment(inside.db, payment_id)
    if (isOpen(payment)) return record(inside, payment, order, capture)
    if (isGivenUp(payment) && isPaid(payment, order, capture)) await complete(inside, payment, capture)
  })
}

/** Payments that ended without money. A payment of another amount has PayPal's capture id, and support decides about it. */
const isGivenUp = ({ state, provider_capture_id, failure }: Payment) =>
  state === 'failed' && provider_capture_id === null && failure !== 'other_amount'

const isPaid = (payment: Payment, order: PayPalOrder, capture: PayPalCapture): boolean =>
  TAKEN.has(capture.status) && isOrderOf(order, payment) && isAmountOf(capture.amount, payment)

/** A refunded capture was captured first: both are booked. */
const TAKEN = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])

async function record(ctx: Ctx<Tx>, payment: Payment, order: PayPalOrder, capture: PayPalCapture): Promise<void> {
  if (capture.status === 'DECLINED' || capture.status === 'FAILED') return fail(ctx, payment, 'declined')
  if (!isOrderOf(order, payment) || !isAmountOf(capture.amount, payment)) return failOtherAmount(ctx, payment, capture)
  if (capture.status === 'PENDING') return hold(ctx, payment.id, capture.id)
  if (TAKEN.has(capture.status)) return complete(ctx, payment, capture)
}

/** The money is at PayPal but not in the ledger. Stores the capture id with the payment and notifies support. */
async function failOtherAmount(ctx: Ctx<Tx>, payment: Payment, { id: capture_id, status, amount }: PayPalCapture): Promise<void> {
  const other = await findPaymentByCapture(ctx.db, capture_id)
  const isKnown = other !== undefined && other.id !== payment.id
  await fail(ctx, payment, 'other_amount', isKnown ? {} : { provider_capture_id: capture_id })
  const said = `${status}, ${amount.value} ${amount.currency_code}`
  await notifySupport(ctx, payment, { trouble: 'other_amount', capture_id, said })
}

async function hold({ db, now }: Ctx<Tx>, payment_id: string, provider_capture_id: string): Promise<void> {
  await queries.updateOpenPayment(db, payment_id, { state: 'approved', pending: true, provider_capture_id, checked_at: now })
}

/** What PayPal took counts, even for a payment that we had given up: a license that cannot be granted then is refunded. */
const NOT_FAILED = { failure: null, failed_at: null }

async function complete(ctx: Ctx<Tx>, payment: Payment, capture: PayPalCapture): Promise<void> {
  const fee_cents = readFee(capture.seller_receivable_breakdown?.paypal_fee, payment)
  const captured_at = capturedAt(capture, payment, ctx.now)
  const captured = { state: 'captured', pending: false, provider_capture_id: capture.id, fee_cents, captured_at, ...NOT_FAILED } as const
  await queries.updateCaptured(ctx.db, payment.id, captured)
  if (payment.purpose !== 'license') throw new Error(`A payment for a ${payment.purpose} has no order to complete.`)
  await ctx.ports.purposes.license.fulfil(ctx, { ...payment, ...captured })
  await book(ctx, { ...payment, ...captured })
  await ctx.ports.invoices.issue(ctx, { ...payment, ...captured })
}

const CLOCK_SKEW_MS = 5 * 60_000

/** The capture's own time at PayPal, unless that cannot be right: then now. */
function capturedAt({ create_time }: PayPalCapture, { created_at }: Payment, now: Date): Date {
  const time = new Date(create_time ?? now)
  const earliest = created_at.getTime() - CLOCK_SKEW_MS
  return time.getTime() >= earliest && time <= now ? time : now
}

/** Posts a sale to the ledger. PayPal deducts its fee from what it pays out. Tax is not income: it is owed. */
export async function book({ db }: Ctx<Tx>, payment: Payment & { captured_at: Date }): Promise<void> {
  const { id, amount_cents, tax_cents, captured_at, client_id, asset_id, description } = payment
  const fee_cents = payment.fee_cents ?? toCents(0)
  const about = { party_id: client_id, asset_id }
  await post(db, {
    kind: 'sale',
    reference: id,
    occurred_at: captured_at,
    description,
    lines: [
      { account: 'cash', amount_cents: toCents(amount_cents - fee_cents), ...about },
      { account: 'fees', amount_cents: fee_cents, ...about },
      { account: 'income', amount_cents: toCents(tax_cents - amount_cents), ...about },
      { account: 'tax_owed', amount_cents: toCents(-tax_cents), ...about }
    ]
  })
}

/** Returns null if PayPal reports no fee, or one larger than the payment. */
function readFee(fee: PayPalMoney | undefined, { amount_cents }: Payment): Cents | null {
  const cents = centsOf(fee)
  return cents !== null && cents <= amount_cents ? cents : null
}
