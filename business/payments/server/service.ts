import { type Answer, type Cents, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, Refusal, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type cancelPayment, type readPayment, refusals } from '../contract.ts'
import { CURRENCY } from '../rules.ts'
import { abandon, fail } from './end.service.ts'
import { payPalValue } from './paypal/money.ts'
import type { OrderRequest } from './paypal/orders.ts'
import type { PayPalOrder } from './paypal/schemas.ts'
import { findHeld, findLines, type PaidLine, type Payment } from './ports.ts'
import * as queries from './queries.ts'

export type NewPayment = {
  client_id: string
  order_id: string
  /** Of the only license; null if the order has several. */
  asset_id: string | null
  license_type: string | null
  /** The format that the client wants to download once it is paid. */
  file_format: string | null
  subtotal_cents: Cents
  discount_cents: Cents
  tax_cents: Cents
  /** The rate of the tax, in parts per million. */
  tax_per_million?: number
  /** What is charged: subtotal − discount + tax. */
  amount_cents: Cents
  description: string
}
export type Started = { payment_id: string; provider_order_id: string; approve_url: string }

/** The refusal for when PayPal cannot be reached. As far as we know, nothing was charged. `cause` is logged with it, unless it was logged already. */
export const unavailable = (cause?: unknown) =>
  new Refusal('payment_provider_unavailable', 503, 'PayPal cannot be reached right now. Please try again in a moment.', {
    retry_after: 10,
    cause
  })

/**
 * Records what will be charged for licenses and opens a PayPal order for it. `prepare` stores what belongs to the payment, in the transaction that
 * records it. Refuses to run inside a transaction, because PayPal is slow.
 */
export async function startPayment(ctx: Ctx, what: NewPayment, prepare: Prepare): Promise<Started> {
  if (ctx.db.isTransaction) throw new Error('PayPal must not be called while a transaction is open.')
  const payment = await inTransaction(ctx, async (inside) => {
    const inserted = await queries.insertPayment(inside.db, { ...what, purpose: 'license', created_at: ctx.now })
    await prepare(inside, inserted)
    return inserted
  })
  let cause: unknown
  const order = await openOrder(ctx, payment).catch((error: unknown) => {
    cause = error
    return undefined
  })
  const approve_url = order?.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
  if (!order || !approve_url) {
    await fail(ctx, payment, 'no_order')
    throw unavailable(cause)
  }
  await queries.updateOpenPayment(ctx.db, payment.id, { provider_order_id: order.id, approve_url })
  return { payment_id: payment.id, provider_order_id: order.id, approve_url }
}

type Prepare = (inside: Ctx<Tx>, payment: Payment) => Promise<void>

async function openOrder(ctx: Ctx, payment: Payment): Promise<PayPalOrder> {
  const { ports } = ctx
  const { id, client_id, amount_cents, description } = payment
  const page = `${ports.settings.public_url}/pay/checkout?payment_id=${id}`
  return ports.paypal.createOrder({
    payment_id: id,
    client_id,
    value: payPalValue(amount_cents),
    currency: CURRENCY,
    description,
    ...itemsOf(await findLines(ctx, payment)),
    brand_name: ports.settings.brand_name,
    return_url: page,
    cancel_url: `${page}&cancelled=1`
  })
}

/** The lines as PayPal shows them to the payer. What costs nothing is not an item. */
function itemsOf(lines: readonly PaidLine[]): Pick<OrderRequest, 'items' | 'breakdown'> {
  const sum = (of: (line: PaidLine) => Cents) => payPalValue(toCents(lines.reduce((total, line) => total + of(line), 0)))
  const items = lines
    .filter(({ price_cents }) => price_cents > 0)
    .map(({ line_id, asset_title, license_type, price_cents, tax_cents }) => ({
      name: `${asset_title}, ${license_type} license`,
      value: payPalValue(price_cents),
      tax: payPalValue(tax_cents),
      sku: line_id
    }))
  const breakdown = {
    item_total: sum((line) => line.price_cents),
    tax_total: sum((line) => line.tax_cents),
    discount: sum((line) => line.discount_cents)
  }
  return items.length > 0 ? { items, breakdown } : {}
}

/** Gives up one of the caller's own payments, unless it is being captured. One that has failed stays as it is. */
export async function cancel(ctx: Ctx, { params }: Received<typeof cancelPayment>): Promise<Answer<typeof cancelPayment>> {
  const payment = await requireOwnPayment(ctx, params.payment_id)
  if (isPaid(payment)) throw refuse(refusals, 'already_paid')
  if (payment.state !== 'failed' && !(await abandon(ctx, payment))) {
    const now = await requireOwnPayment(ctx, payment.id)
    if (now.state !== 'failed') throw refuse(refusals, isPaid(now) ? 'already_paid' : 'payment_in_progress')
  }
  return read(ctx, payment.id)
}

const isPaid = ({ state }: Payment): boolean => state === 'captured' || state === 'refunded'

export async function requireOwnPayment(ctx: Ctx, payment_id: string): Promise<Payment> {
  const payment = await queries.findPayment(ctx.db, payment_id)
  if (payment?.client_id !== signedIn(ctx).id) throw refuse(refusals, 'payment_not_found')
  return payment
}

export async function read(ctx: Ctx, payment_id: string): Promise<Answer<typeof readPayment>> {
  const payment = await requireOwnPayment(ctx, payment_id)
  const { client_id, base_url } = ctx.ports.paypal.settings
  const held = await findHeld(ctx, payment)
  return {
    ...payment,
    status: payment.state,
    amount: inDollars(payment.amount_cents),
    subtotal_cents: payment.subtotal_cents ?? payment.amount_cents,
    lines: await findLines(ctx, payment),
    license_id: held?.license_id ?? null,
    provider_client_id: new URL(base_url).hostname.endsWith('.paypal.com') ? client_id : null,
    created_at: payment.created_at.toISOString()
  }
}
