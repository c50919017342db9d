import type { Call, callsOf } from '../call.ts'
import type { Sandbox } from '../context.ts'
import type { BillingCycle, Experience, PlanOverride, Sale, Subscription } from '../documents.ts'
import { newAccountId, newBillingToken, newSubscriptionId, newTransactionId } from '../identifiers.ts'
import { notFound, Refusal, refuse, refuseStatus } from '../refusal.ts'
import { REASON_REQUEST, SUBSCRIPTION_REQUEST } from '../schemas.ts'
import { announce } from '../webhooks/events.ts'
import { checkedOverride, nextCharge, nextCycle } from './cycles.ts'
import { requirePlan, showPlan } from './plans.ts'
import { listTransactions, showSale, showSubscription } from './subscription-views.ts'

type SubscriptionRequest = {
  plan_id: string
  quantity?: string
  custom_id?: string
  subscriber?: Record<string, unknown>
  plan?: PlanOverride
  application_context?: Experience
}
type Reason = { reason: string }

export function subscriptionCalls(serve: ReturnType<typeof callsOf>, sandbox: Sandbox): void {
  const subscriptions = '/v1/billing/subscriptions'
  serve(
    { method: 'POST', url: subscriptions, status: 201, repeated: 200, body: SUBSCRIPTION_REQUEST },
    ({ body, full }: Call<SubscriptionRequest>) => {
      const shown = showSubscription(sandbox, createSubscription(sandbox, body))
      return full ? shown : { id: shown.id, status: shown.status, create_time: shown.create_time, links: shown.links }
    }
  )
  serve({ method: 'GET', url: `${subscriptions}/:id` }, ({ id, query }) => {
    const subscription = requireSubscription(sandbox, id)
    const withPlan = query['fields']?.split(',').includes('plan')
    const shown = showSubscription(sandbox, subscription)
    return withPlan ? { ...shown, plan: showPlan(sandbox, requirePlan(sandbox, subscription.plan_id)) } : shown
  })
  const actions = { cancel: cancelSubscription, suspend: suspendSubscription, activate: activateSubscription }
  for (const [action, work] of Object.entries(actions)) {
    serve({ method: 'POST', url: `${subscriptions}/:id/${action}`, status: 204, body: REASON_REQUEST }, ({ id, body }: Call<Reason>) => {
      work(sandbox, requireSubscription(sandbox, id), body.reason)
    })
  }
  serve({ method: 'GET', url: `${subscriptions}/:id/transactions` }, ({ id, query }) => {
    const { start_time, end_time } = requirePeriod(query)
    const found = listTransactions(sandbox, requireSubscription(sandbox, id))
    const transactions = found.filter(({ time }) => Date.parse(time) >= start_time && Date.parse(time) <= end_time)
    const self = `${sandbox.url}${subscriptions}/${id}/transactions`
    return { transactions, links: [{ href: self, rel: 'self', method: 'GET' }] }
  })
}

function requirePeriod(query: Record<string, string | undefined>) {
  const [start_time, end_time] = [query['start_time'], query['end_time']].map((text) => Date.parse(text ?? ''))
  if (start_time && end_time) return { start_time, end_time }
  const missing = !query['start_time'] || !query['end_time']
  const detail = missing
    ? { issue: 'MISSING_REQUIRED_PARAMETER', description: 'A required field is missing.' }
    : { issue: 'INVALID_PARAMETER_SYNTAX', description: 'The value of a field does not conform to the expected format.' }
  throw new Refusal('INVALID_REQUEST', [{ ...detail, field: start_time ? 'end_time' : 'start_time', location: 'query' }])
}

export function requireSubscription(sandbox: Sandbox, id: string): Subscription {
  const subscription = sandbox.store.find('subscription', id)
  if (!subscription) throw notFound()
  return subscription
}

function createSubscription(sandbox: Sandbox, request: SubscriptionRequest): Subscription {
  const plan = requirePlan(sandbox, request.plan_id)
  if (plan.status !== 'ACTIVE') throw refuse('PLAN_STATUS_INVALID')
  const { quantity = '1', custom_id, subscriber } = request
  const plan_override = checkedOverride(plan, request.plan)
  const now = sandbox.now().toISOString()
  const subscription: Subscription = {
    id: newSubscriptionId(),
    ba_token: newBillingToken(),
    plan_id: plan.id,
    ...(plan_override && { plan_override }),
    status: 'APPROVAL_PENDING',
    status_update_time: now,
    start_time: now,
    quantity,
    ...(custom_id && { custom_id }),
    ...(subscriber && { subscriber }),
    experience: experienceOf(request.application_context),
    cycles_completed: 0,
    failed_payments_count: 0,
    create_time: now,
    update_time: now
  }
  sandbox.store.put('subscription', subscription)
  announce(sandbox, 'BILLING.SUBSCRIPTION.CREATED', showSubscription(sandbox, subscription))
  return subscription
}

export function experienceOf({ brand_name, return_url, cancel_url }: Experience = {}): Experience {
  return { ...(brand_name && { brand_name }), ...(return_url && { return_url }), ...(cancel_url && { cancel_url }) }
}

export function saveSubscription(sandbox: Sandbox, before: Subscription, change: Partial<Subscription>): Subscription {
  const now = sandbox.now().toISOString()
  const moved = change.status && change.status !== before.status
  const saved = { ...before, ...change, update_time: now, ...(moved && { status_update_time: now }) }
  sandbox.store.put('subscription', saved)
  return saved
}

/** The subscriber agrees: the plan starts and the first period is paid. */
export function approveSubscription(sandbox: Sandbox, before: Subscription): Subscription {
  if (before.status !== 'APPROVAL_PENDING') throw refuseStatus('approve', 'approval pending')
  const start_time = sandbox.now().toISOString()
  const change = {
    status: 'ACTIVE',
    start_time,
    next_billing_time: start_time,
    payer_id: newAccountId(),
    failed_payments_count: 0
  } as const
  const active = payPeriod(sandbox, saveSubscription(sandbox, before, change))
  announce(sandbox, 'BILLING.SUBSCRIPTION.ACTIVATED', showSubscription(sandbox, active.subscription))
  announce(sandbox, 'PAYMENT.SALE.COMPLETED', showSale(sandbox, active.sale))
  return active.subscription
}

/** Pays the next period, as if it were due. */
export function renewSubscription(sandbox: Sandbox, before: Subscription): Subscription {
  if (before.status !== 'ACTIVE') throw refuseStatus('capture', 'active')
  const { subscription, sale } = payPeriod(sandbox, before)
  announce(sandbox, 'PAYMENT.SALE.COMPLETED', showSale(sandbox, sale))
  return subscription
}

function payPeriod(sandbox: Sandbox, before: Subscription): { subscription: Subscription; sale: Sale } {
  const plan = requirePlan(sandbox, before.plan_id)
  const charge = nextCharge(plan, before)
  const { amount } = charge
  const time = sandbox.now().toISOString()
  const { id: subscription_id, custom_id } = before
  const sale = { id: newTransactionId(), subscription_id, ...charge, ...(custom_id && { custom_id }), time }
  sandbox.store.put('sale', sale)
  const subscription = saveSubscription(sandbox, before, {
    cycles_completed: before.cycles_completed + 1,
    failed_payments_count: 0,
    last_payment: { amount, time },
    next_billing_time: periodAfter(before.next_billing_time ?? time, nextCycle(plan, before))
  })
  return { subscription, sale }
}

/** One month after January 31 is the last day of February. */
function periodAfter(from: string, { frequency }: BillingCycle): string {
  const { interval_unit, interval_count = 1 } = frequency
  const day = new Date(from)
  if (interval_unit === 'DAY') day.setUTCDate(day.getUTCDate() + interval_count)
  if (interval_unit === 'WEEK') day.setUTCDate(day.getUTCDate() + 7 * interval_count)
  if (interval_unit === 'DAY' || interval_unit === 'WEEK') return day.toISOString()
  const monthDay = day.getUTCDate()
  day.setUTCMonth(day.getUTCMonth() + (interval_unit === 'YEAR' ? 12 : 1) * interval_count)
  if (day.getUTCDate() !== monthDay) day.setUTCDate(0)
  return day.toISOString()
}

const DAY_MS = 86_400_000

/** Brings the next billing nearer by some days, at most to now, and announces it. Nothing is charged. */
export function advanceBilling(sandbox: Sandbox, before: Subscription, days: number): Subscription {
  const { status, next_billing_time } = before
  if (status !== 'ACTIVE' || !next_billing_time) throw refuseStatus('capture', 'active')
  const nearer = Math.max(sandbox.now().getTime(), Date.parse(next_billing_time) - days * DAY_MS)
  const advanced = saveSubscription(sandbox, before, { next_billing_time: new Date(nearer).toISOString() })
  announce(sandbox, 'BILLING.SUBSCRIPTION.UPDATED', showSubscription(sandbox, advanced))
  return advanced
}

/** Declines a charge. When the plan's threshold is reached, PayPal suspends the subscription. */
export function failRenewal(sandbox: Sandbox, before: Subscription): Subscription {
  if (before.status !== 'ACTIVE' && before.status !== 'APPROVAL_PENDING') throw refuseStatus('capture', 'active')
  const plan = requirePlan(sandbox, before.plan_id)
  const failed_payments_count = before.failed_payments_count + 1
  const time = sandbox.now().toISOString()
  const last_failed_payment = { amount: nextCharge(plan, before).amount, time, reason_code: 'PAYMENT_DENIED' }
  const { id: subscription_id, custom_id } = before
  const refused = { id: newTransactionId(), subscription_id, amount: last_failed_payment.amount, status: 'DECLINED', time } as const
  sandbox.store.put('sale', { ...refused, ...(custom_id && { custom_id }) })
  const failed = saveSubscription(sandbox, before, { failed_payments_count, last_failed_payment })
  announce(sandbox, 'BILLING.SUBSCRIPTION.PAYMENT.FAILED', showSubscription(sandbox, failed))
  const { payment_failure_threshold = 0 } = plan.payment_preferences
  const givenUp = before.status === 'ACTIVE' && payment_failure_threshold > 0 && failed_payments_count >= payment_failure_threshold
  return givenUp ? suspendSubscription(sandbox, failed, 'Too many failed payments.') : failed
}

export function cancelSubscription(sandbox: Sandbox, before: Subscription, reason: string): Subscription {
  if (before.status !== 'ACTIVE' && before.status !== 'SUSPENDED') throw refuseStatus('cancel', 'active or suspended')
  const { next_billing_time: _, ...ending } = before
  const cancelled = saveSubscription(sandbox, ending, { status: 'CANCELLED', status_change_note: reason })
  announce(sandbox, 'BILLING.SUBSCRIPTION.CANCELLED', showSubscription(sandbox, cancelled))
  return cancelled
}

function suspendSubscription(sandbox: Sandbox, before: Subscription, reason: string): Subscription {
  if (before.status !== 'ACTIVE') throw refuseStatus('suspend', 'active')
  const suspended = saveSubscription(sandbox, before, { status: 'SUSPENDED', status_change_note: reason })
  announce(sandbox, 'BILLING.SUBSCRIPTION.SUSPENDED', showSubscription(sandbox, suspended))
  return suspended
}

function activateSubscription(sandbox: Sandbox, before: Subscription, reason: string): Subscription {
  if (before.status !== 'SUSPENDED') throw refuseStatus('activate', 'suspended')
  const active = saveSubscription(sandbox, before, { status: 'ACTIVE', status_change_note: reason, failed_payments_count: 0 })
  announce(sandbox, 'BILLING.SUBSCRIPTION.ACTIVATED', showSubscription(sandbox, active))
  return active
}
