import { type Answer, type Cents, inDollars } from '#platform/contract/index.ts'
import { type Ctx, Refusal, refuse, signedIn } from '#platform/server/index.ts'
import { no, type readPayment } from '../contract.ts'
import { CURRENCY } from '../rules.ts'
import { payPalValue } from './paypal-money.ts'
import type { PayPalOrder } from './paypal-shapes.ts'
import type { Payment } from './ports.ts'
import * as queries from './queries.ts'

export type NewPayment = {
  purpose: string
  /** What is bought, in the purpose's own words: two payments of one client with the same subject buy the same thing. */
  subject: string
  client_id: string
  asset_id?: string
  amount_cents: Cents
  description: string
}
export type Begun = { payment_id: string; provider_order_id: string; approve_url: string }

/** Answered where PayPal cannot be reached; nothing is known to be charged. */
export const unavailable = () =>
  new Refusal('payment_provider_unavailable', 503, 'PayPal cannot be reached right now. Please try again in a moment.', { retry_after: 10 })

/** Writes down what will be charged and opens PayPal's order for it. Not inside a transaction: PayPal takes its time. */
export async function beginPayment(ctx: Ctx, { asset_id, ...what }: NewPayment): Promise<Begun> {
  if (ctx.db.isTransaction) throw new Error('PayPal is not asked while a transaction is open.')
  const payment = await queries.insertPayment(ctx.db, { ...what, asset_id: asset_id ?? null, created_at: ctx.now })
  const order = await openOrder(ctx, payment)
  const approve_url = order?.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
  if (!order || !approve_url) {
    await queries.updateOpenPayment(ctx.db, payment.id, { state: 'failed', failure: 'no_order', failed_at: ctx.now })
    throw unavailable()
  }
  await queries.updateOpenPayment(ctx.db, payment.id, { provider_order_id: order.id, approve_url })
  return { payment_id: payment.id, provider_order_id: order.id, approve_url }
}

async function openOrder({ ports }: Ctx, { id, client_id, amount_cents, description }: Payment): Promise<PayPalOrder | undefined> {
  const page = `${ports.settings.public_url}/pay/checkout?payment_id=${id}`
  try {
    return await ports.paypal.createOrder({
      payment_id: id,
      client_id,
      value: payPalValue(amount_cents),
      currency: CURRENCY,
      description,
      brand_name: ports.settings.brand_name,
      return_url: page,
      cancel_url: `${page}&cancelled=1`
    })
  } catch {
    return undefined
  }
}

export async function requireOwnPayment(ctx: Ctx, payment_id: string): Promise<Payment> {
  const payment = await queries.findPayment(ctx.db, payment_id)
  if (payment?.client_id !== signedIn(ctx).id) throw refuse(no, 'payment_not_found')
  return payment
}

export async function read(ctx: Ctx, payment_id: string): Promise<Answer<typeof readPayment>> {
  const payment = await requireOwnPayment(ctx, payment_id)
  const { client_id, base_url } = ctx.ports.paypal.settings
  const held = await ctx.ports.purposes[payment.purpose]?.held(ctx, payment)
  return {
    ...payment,
    status: payment.state,
    amount: inDollars(payment.amount_cents),
    license_id: held?.license_id ?? null,
    provider_client_id: new URL(base_url).hostname.endsWith('.paypal.com') ? client_id : null,
    created_at: payment.created_at.toISOString()
  }
}
