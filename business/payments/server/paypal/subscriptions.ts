import { z } from 'zod'
import type { Call } from './call.ts'
import type { PayPalSubscription, PayPalTransaction } from './schemas.ts'
import * as shapes from './schemas.ts'

export type ProductRequest = {
  /** Our id, 6 to 50 characters. PayPal refuses a second product with the same id (DUPLICATE_RESOURCE_IDENTIFIER). */
  id: string
  name: string
}

export type PlanRequest = {
  /** Calls with the same key create one plan. */
  key: string
  product_id: string
  name: string
  description?: string
  /** The price of an interval: dollars with two decimals, as text. */
  value: string
  currency: string
  interval: 'month' | 'year'
  /** Adds a first cycle whose price and number each subscription sets (`intro`). */
  has_intro: boolean
}

export type SubscriptionRequest = {
  sub_id: string
  provider_plan_id: string
  email: string
  brand_name: string
  return_url: string
  cancel_url: string
  /** What the first payments cost instead. The plan must have such a cycle. */
  intro?: { value: string; currency: string; payments: number } | undefined
  /** Added to every payment, in percent. */
  tax_percent?: number
}

export type Revision = {
  provider_subscription_id: string
  /** The plan from the next billing cycle on. */
  provider_plan_id: string
  /** Our id of this change. Calls with the same id make one change. */
  change_id: string
  brand_name: string
  return_url: string
  cancel_url: string
  /** Added to every payment, in percent. */
  tax_percent?: number
}

/** `approve_url` is PayPal's page where the subscriber approves. */
export type Approvable = { id: string; status: string; approve_url: string | undefined }

export interface PayPalSubscriptions {
  createProduct(request: ProductRequest): Promise<{ id: string }>
  /** Creates a plan that is paid each interval until canceled. PayPal retries a failed payment, which never suspends the subscription. */
  createPlan(request: PlanRequest): Promise<{ id: string; status: string }>
  createSubscription(request: SubscriptionRequest): Promise<Approvable>
  getSubscription(provider_subscription_id: string): Promise<PayPalSubscription>
  /** Takes effect once the subscriber has approved. */
  reviseSubscription(revision: Revision): Promise<{ provider_plan_id: string; approve_url: string | undefined }>
  /** Stops further charges. PayPal refuses with SUBSCRIPTION_STATUS_INVALID if it is already canceled or was never approved. */
  cancelSubscription(provider_subscription_id: string, reason: string): Promise<void>
  /** No cycle is charged while suspended. `change_id` identifies this change; refused with SUBSCRIPTION_STATUS_INVALID when it is not active. */
  suspendSubscription(provider_subscription_id: string, reason: string, change_id: string): Promise<void>
  /** Ends a suspension. Refused with SUBSCRIPTION_STATUS_INVALID when it is not suspended. */
  activateSubscription(provider_subscription_id: string, reason: string, change_id: string): Promise<void>
  /** Lists all payments in a period, both ends included, with PayPal's fee if it reports one. */
  listTransactions(provider_subscription_id: string, start: Date, end: Date): Promise<PayPalTransaction[]>
}

const SUBSCRIPTIONS = '/v1/billing/subscriptions'
const at = (id: string) => `${SUBSCRIPTIONS}/${encodeURIComponent(id)}`
const MAX_REASON = 128
const noBody = z.undefined()

/** PayPal's Catalog Products API v1 and Subscriptions API v1. */
export const subscriptionsOf = (call: Call): PayPalSubscriptions => ({
  createProduct: ({ id, name }) =>
    call(
      { method: 'POST', path: '/v1/catalogs/products', request_id: `product-${id}`, body: { id, name, type: 'DIGITAL' } },
      shapes.product
    ),
  createPlan: (request) =>
    call({ method: 'POST', path: '/v1/billing/plans', request_id: `plan-${request.key}`, body: planBody(request) }, shapes.plan),
  createSubscription: async (request) => {
    const { sub_id } = request
    const created = await call(
      { method: 'POST', path: SUBSCRIPTIONS, request_id: `subscribe-${sub_id}`, body: subscriptionBody(request) },
      shapes.subscriptionMade
    )
    return { id: created.id, status: created.status, approve_url: approveUrlOf(created) }
  },
  getSubscription: (id) => call({ method: 'GET', path: at(id) }, shapes.subscription),
  reviseSubscription: async ({ provider_subscription_id: id, provider_plan_id: plan_id, change_id, tax_percent, ...pages }) => {
    const body = { plan_id, ...overrideOf(tax_percent === undefined ? {} : { tax_percent }), application_context: contextOf(pages) }
    const revised = await call({ method: 'POST', path: `${at(id)}/revise`, request_id: `revise-${change_id}`, body }, shapes.revision)
    return { provider_plan_id: revised.plan_id, approve_url: approveUrlOf(revised) }
  },
  cancelSubscription: async (id, reason) => {
    await call({ method: 'POST', path: `${at(id)}/cancel`, request_id: `cancel-${id}`, body: reasonBody(reason) }, noBody)
  },
  suspendSubscription: async (id, reason, change_id) => {
    await call({ method: 'POST', path: `${at(id)}/suspend`, request_id: `suspend-${change_id}`, body: reasonBody(reason) }, noBody)
  },
  activateSubscription: async (id, reason, change_id) => {
    await call({ method: 'POST', path: `${at(id)}/activate`, request_id: `activate-${change_id}`, body: reasonBody(reason) }, noBody)
  },
  listTransactions: async (id, start, end) => {
    const period = new URLSearchParams({ start_time: start.toISOString(), end_time: end.toISOString() })
    const { transactions } = await call({ method: 'GET', path: `${at(id)}/transactions?${period}` }, shapes.transactions)
    return transactions
  }
})

const reasonBody = (reason: string) => ({ reason: [...reason].slice(0, MAX_REASON).join('') })

const approveUrlOf = ({ links }: { links: { href: string; rel: string }[] }) => links.find(({ rel }) => rel === 'approve')?.href

const contextOf = (pages: { brand_name: string; return_url: string; cancel_url: string }) => ({
  ...pages,
  shipping_preference: 'NO_SHIPPING',
  user_action: 'SUBSCRIBE_NOW'
})

function planBody({ product_id, name, description, value, currency, interval, has_intro }: PlanRequest) {
  const cycle = {
    frequency: { interval_unit: interval === 'year' ? 'YEAR' : 'MONTH', interval_count: 1 },
    pricing_scheme: { fixed_price: { currency_code: currency, value } }
  }
  return {
    product_id,
    name,
    ...(description && { description }),
    billing_cycles: [
      ...(has_intro ? [{ tenure_type: 'TRIAL', sequence: 1, total_cycles: 1, ...cycle }] : []),
      { tenure_type: 'REGULAR', sequence: has_intro ? 2 : 1, total_cycles: 0, ...cycle }
    ],
    payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: 0 }
  }
}

const introOf = ({ value, currency, payments }: NonNullable<SubscriptionRequest['intro']>) => ({
  billing_cycles: [{ sequence: 1, total_cycles: payments, pricing_scheme: { fixed_price: { currency_code: currency, value } } }]
})

const taxesOf = (tax_percent: number) => ({ taxes: { percentage: String(tax_percent), inclusive: false } })

/** What a subscription changes about its plan. */
function overrideOf({ intro, tax_percent = 0 }: Pick<SubscriptionRequest, 'intro' | 'tax_percent'>) {
  if (!intro && tax_percent === 0) return {}
  return { plan: { ...(intro && introOf(intro)), ...(tax_percent > 0 && taxesOf(tax_percent)) } }
}

/** `custom_id` is our subscription's id. It comes back with each payment. */
const subscriptionBody = ({ sub_id, provider_plan_id, email, intro, tax_percent, ...pages }: SubscriptionRequest) => ({
  plan_id: provider_plan_id,
  custom_id: sub_id,
  subscriber: { email_address: email },
  ...overrideOf({ intro, ...(tax_percent !== undefined && { tax_percent }) }),
  application_context: contextOf(pages)
})
