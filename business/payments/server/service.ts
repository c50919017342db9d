import { type Answer, type Cents, inDollars } from '#platform/contract/index.ts'
import { type Ctx, Refusal, refuse, signedIn } from '#platform/server/index.ts'
import { type readPayment, refusals } from '../contract.ts'
import { CURRENCY } from '../rules.ts'
import { payPalValue } from './paypal/money.ts'
import type { PayPalOrder } from './paypal/schemas.ts'
import { findHeld, type Payment } from './ports.ts'
import * as queries from './queries.ts'

/** Two payments of one client for the same asset and license type buy the same thing. */
export type NewPayment = {
  client_id: string
  asset_id: string
  license_type: string
  /** The format that the client wants to download once it is paid. */
  file_format: string | null
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

/** Records what will be charged for a license and opens a PayPal order for it. Refuses to run inside a transaction, because PayPal is slow. */
export async function startPayment(ctx: Ctx, what: NewPayment): Promise<Started> {
  if (ctx.db.isTransaction) throw new Error('PayPal must not be called while a transaction is open.')
  const payment = await queries.insertPayment(ctx.db, { ...what, purpose: 'license', created_at: ctx.now })
  let cause: unknown
  const order = await openOrder(ctx, payment).catch((error: unknown) => {
    cause = error
    return undefined
  })
  const approve_url = order?.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
  if (!order || !approve_url) {
    await queries.updateOpenPayment(ctx.db, payment.id, { state: 'failed', failure: 'no_order', failed_at: ctx.now })
    throw unavailable(cause)
  }
  await queries.updateOpenPayment(ctx.db, payment.id, { provider_order_id: order.id, approve_url })
  return { payment_id: payment.id, provider_order_id: order.id, approve_url }
}

async function openOrder({ ports }: Ctx, { id, client_id, amount_cents, description }: Payment): Promise<PayPalOrder> {
  const page = `${ports.settings.public_url}/pay/checkout?payment_id=${id}`
  return ports.paypal.createOrder({
    payment_id: id,
    client_id,
    value: payPalValue(amount_cents),
    currency: CURRENCY,
    description,
    brand_name: ports.settings.brand_name,
    return_url: page,
    cancel_url: `${page}&cancelled=1`
  })
}

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
    license_id: held?.license_id ?? null,
    provider_client_id: new URL(base_url).hostname.endsWith('.paypal.com') ? client_id : null,
    created_at: payment.created_at.toISOString()
  }
}
