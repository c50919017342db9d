import { z } from 'zod'
import type { Call } from './paypal-call.ts'
import type { PayPalSubscription, PayPalTransaction } from './paypal-shapes.ts'
import * as shapes from './paypal-shapes.ts'

export type ProductRequest = {
  /** Chosen by us, 6 to 50 characters; PayPal refuses a second product of this id (DUPLICATE_RESOURCE_IDENTIFIER). */
  id: string
  name: string
}

export type PlanRequest = {
  /** The same key gives the same plan, however often it is asked for. */
  key: string
  product_id: string
  name: string
  description?: string
  /** What every month costs: dollars with two decimals. */
  value: string
  currency: string
}

export type SubscriptionRequest = {
  sub_id: string
  provider_plan_id: string
  email: string
  brand_name: string
  return_url: string
  cancel_url: string
}

export type Revision = {
  provider_subscription_id: string
  /** The plan that holds from the next cycle on. */
  provider_plan_id: string
  /** Names this change of mind; the same one asked twice is one. */
  change_id: string
  brand_name: string
  return_url: string
  cancel_url: string
}

/** The page of PayPal's where the subscriber agrees. */
export type Approvable = { id: string; status: string; approve_url: string | undefined }

export interface PayPalSubscriptions {
  createProduct(request: ProductRequest): Promise<{ id: string }>
  /** A plan paid every month until it is cancelled; a failed payment is tried again by PayPal and never suspends it. */
  createPlan(request: PlanRequest): Promise<{ id: string; status: string }>
  createSubscription(request: SubscriptionRequest): Promise<Approvable>
  getSubscription(provider_subscription_id: string): Promise<PayPalSubscription>
  /** Holds once the subscriber has agreed; the answer's `id` is the subscription's. */
  reviseSubscription(revision: Revision): Promise<{ provider_plan_id: string; approve_url: string | undefined }>
  /** No cycle is charged after this. Refused with SUBSCRIPTION_STATUS_INVALID when it is cancelled already or was never approved. */
  cancelSubscription(provider_subscription_id: string, reason: string): Promise<void>
  /** Every payment in a period, both ends included; what the fee was where PayPal tells it. */
  listTransactions(provider_subscription_id: string, start: Date, end: Date): Promise<PayPalTransaction[]>
}

const SUBSCRIPTIONS = '/v1/billing/subscriptions'
const at = (id: string) => `${SUBSCRIPTIONS}/${encodeURIComponent(id)}`
const REASON_MOST = 128
const nothing = z.undefined()

/** Catalog Products v1 and Subscriptions v1. */
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
    const made = await call(
      { method: 'POST', path: SUBSCRIPTIONS, request_id: `subscribe-${sub_id}`, body: subscriptionBody(request) },
      shapes.subscriptionMade
    )
    return { id: made.id, status: made.status, approve_url: approveUrlOf(made) }
  },
  getSubscription: (id) => call({ method: 'GET', path: at(id) }, shapes.subscription),
  reviseSubscription: async ({ provider_subscription_id: id, provider_plan_id: plan_id, change_id, ...pages }) => {
    const body = { plan_id, application_context: contextOf(pages) }
    const revised = await call({ method: 'POST', path: `${at(id)}/revise`, request_id: `revise-${change_id}`, body }, shapes.revision)
    return { provider_plan_id: revised.plan_id, approve_url: approveUrlOf(revised) }
  },
  cancelSubscription: async (id, reason) => {
    const body = { reason: [...reason].slice(0, REASON_MOST).join('') }
    await call({ method: 'POST', path: `${at(id)}/cancel`, request_id: `cancel-${id}`, body }, nothing)
  },
  listTransactions: async (id, start, end) => {
    const period = new URLSearchParams({ start_time: start.toISOString(), end_time: end.toISOString() })
    const { transactions } = await call({ method: 'GET', path: `${at(id)}/transactions?${period}` }, shapes.transactions)
    return transactions
  }
})

const approveUrlOf = ({ links }: { links: { href: string; rel: string }[] }) => links.find(({ rel }) => rel === 'approve')?.href

const contextOf = (pages: { brand_name: string; return_url: string; cancel_url: string }) => ({
  ...pages,
  shipping_preference: 'NO_SHIPPING',
  user_action: 'SUBSCRIBE_NOW'
})

const planBody = ({ product_id, name, description, value, currency }: PlanRequest) => ({
  product_id,
  name,
  ...(description && { description }),
  billing_cycles: [
    {
      tenure_type: 'REGULAR',
      sequence: 1,
      total_cycles: 0,
      frequency: { interval_unit: 'MONTH', interval_count: 1 },
      pricing_scheme: { fixed_price: { currency_code: currency, value } }
    }
  ],
  payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: 0 }
})

/** `custom_id` names our subscription and comes back with each of its payments. */
const subscriptionBody = ({ sub_id, provider_plan_id, email, ...pages }: SubscriptionRequest) => ({
  plan_id: provider_plan_id,
  custom_id: sub_id,
  subscriber: { email_address: email },
  application_context: contextOf(pages)
})
