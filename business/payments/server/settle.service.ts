import { post } from '#ledger/server/index.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { tellSupport } from './attention.service.ts'
import { centsOf, payPalValue } from './paypal-money.ts'
import type { PayPalCapture, PayPalMoney, PayPalOrder } from './paypal-shapes.ts'
import type { Payment } from './ports.ts'
import * as queries from './queries.ts'
import { findPaymentByCapture } from './refund.queries.ts'

const isOpen = ({ state }: Payment) => state === 'created' || state === 'approved'

/** Whether the order is the one that this payment opened: same payment, person, amount and currency. */
export function isOrderOf({ purchase_units: [unit] }: PayPalOrder, payment: Payment): boolean {
  return unit?.custom_id === payment.id && unit.reference_id === payment.client_id && isAmountOf(unit.amount, payment)
}

const isAmountOf = (money: PayPalMoney | undefined, { amount_cents, currency }: Payment) =>
  money?.value === payPalValue(amount_cents) && money.currency_code === currency

/** Brings a payment to what PayPal says of its order, once: money, licence and book in one transaction under the payment's lock. */
export async function settle(ctx: Ctx, payment_id: string, order: PayPalOrder): Promise<void> {
  const captures = order.purchase_units[0]?.payments?.captures ?? []
  const capture = captures.find(({ status }) => status === 'COMPLETED') ?? captures.at(-1)
  if (!capture) return
  await inTransaction(ctx, async (inside) => {
    const payment = await queries.lockPayment(inside.db, payment_id)
    if (isOpen(payment)) await record(inside, payment, order, capture)
  })
}

/** What was given back was taken before: both are booked. */
const TAKEN = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])

async function record(ctx: Ctx<Tx>, payment: Payment, order: PayPalOrder, capture: PayPalCapture): Promise<void> {
  if (capture.status === 'DECLINED' || capture.status === 'FAILED') return fail(ctx, payment.id, 'declined')
  if (!isOrderOf(order, payment) || !isAmountOf(capture.amount, payment)) return failOddly(ctx, payment, capture)
  if (capture.status === 'PENDING') return hold(ctx, payment.id, capture.id)
  if (TAKEN.has(capture.status)) return complete(ctx, payment, capture)
}

export async function fail({ db, now }: Ctx, payment_id: string, failure: string): Promise<void> {
  await queries.updateOpenPayment(db, payment_id, { state: 'failed', failure, failed_at: now, pending: false })
}

/** The money is at PayPal and not in the book: its number stays with the payment, and support is told. */
async function failOddly(ctx: Ctx<Tx>, payment: Payment, { id: capture_id, status, amount }: PayPalCapture): Promise<void> {
  const other = await findPaymentByCapture(ctx.db, capture_id)
  const isKnown = other !== undefined && other.id !== payment.id
  const failed = { state: 'failed', failure: 'other_amount', failed_at: ctx.now, pending: false } as const
  await queries.updateOpenPayment(ctx.db, payment.id, { ...failed, ...(!isKnown && { provider_capture_id: capture_id }) })
  const said = `${status}, ${amount.value} ${amount.currency_code}`
  await tellSupport(ctx, payment, { trouble: 'other_amount', capture_id, said })
}

async function hold({ db, now }: Ctx<Tx>, payment_id: string, provider_capture_id: string): Promise<void> {
  await queries.updateOpenPayment(db, payment_id, { state: 'approved', pending: true, provider_capture_id, checked_at: now })
}

async function complete(ctx: Ctx<Tx>, payment: Payment, capture: PayPalCapture): Promise<void> {
  const fee_cents = readFee(capture.seller_receivable_breakdown?.paypal_fee, payment)
  const captured_at = momentOf(capture, payment, ctx.now)
  const captured = { state: 'captured', pending: false, provider_capture_id: capture.id, fee_cents, captured_at } as const
  await queries.updateOpenPayment(ctx.db, payment.id, captured)
  const purpose = ctx.ports.purposes[payment.purpose]
  if (!purpose) throw new Error(`Nothing fulfils payments for "${payment.purpose}".`)
  await purpose.fulfil(ctx, { ...payment, ...captured })
  await book(ctx, { ...payment, ...captured })
}

const CLOCKS_DIFFER_MS = 5 * 60_000

/** A capture found later counts on the day it happened; a clock that cannot be right is not believed. */
function momentOf({ create_time }: PayPalCapture, { created_at }: Payment, now: Date): Date {
  const moment = new Date(create_time ?? now)
  const earliest = created_at.getTime() - CLOCKS_DIFFER_MS
  return moment.getTime() >= earliest && moment <= now ? moment : now
}

/** A sale in the ledger. PayPal keeps its fee from what it pays out. */
export async function book({ db }: Ctx<Tx>, payment: Payment & { captured_at: Date }): Promise<void> {
  const { id, amount_cents, captured_at, client_id, asset_id, description } = payment
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
      { account: 'income', amount_cents: toCents(-amount_cents), ...about }
    ]
  })
}

/** Nothing where PayPal does not tell, or tells what cannot be. */
function readFee(fee: PayPalMoney | undefined, { amount_cents }: Payment): Cents | null {
  const cents = centsOf(fee)
  return cents !== null && cents <= amount_cents ? cents : null
}
