import type { Sandbox } from '../context.ts'
import type { Refund, Sale, Subscription } from '../documents.ts'
import { feeCents, moneyOf, showCents, toCents } from '../money.ts'
import { nextCharge, nextCycle } from './cycles.ts'
import { requirePlan } from './plans.ts'

export function showSubscription(sandbox: Sandbox, subscription: Subscription) {
  const { id, plan_id, plan_override, status, status_change_note, status_update_time, start_time, quantity, custom_id } = subscription
  const { create_time, update_time } = subscription
  return {
    id,
    plan_id,
    status,
    ...(status_change_note && { status_change_note }),
    status_update_time,
    start_time,
    quantity,
    ...(custom_id && { custom_id }),
    plan_overridden: plan_override !== undefined,
    ...subscriberOf(sandbox, subscription),
    ...(status !== 'APPROVAL_PENDING' && { billing_info: billingInfo(sandbox, subscription) }),
    create_time,
    update_time,
    links: linksOf(sandbox, subscription)
  }
}

function subscriberOf({ buyer }: Sandbox, { subscriber, payer_id }: Subscription) {
  if (!payer_id) return subscriber ? { subscriber } : {}
  return { subscriber: { email_address: buyer.email_address, name: buyer.name, ...subscriber, payer_id } }
}

function billingInfo(sandbox: Sandbox, subscription: Subscription) {
  const { cycles_completed, failed_payments_count, last_payment, last_failed_payment, next_billing_time } = subscription
  const plan = requirePlan(sandbox, subscription.plan_id)
  const { amount } = nextCharge(plan, subscription)
  const { tenure_type, sequence, total_cycles = 0 } = nextCycle(plan, subscription)
  return {
    outstanding_balance: moneyOf(toCents(amount) * failed_payments_count, amount.currency_code),
    cycle_executions: [{ tenure_type, sequence, cycles_completed, cycles_remaining: 0, current_pricing_scheme_version: 1, total_cycles }],
    ...(last_payment && { last_payment }),
    ...(next_billing_time && { next_billing_time }),
    failed_payments_count,
    ...(last_failed_payment && { last_failed_payment })
  }
}

export function linksOf({ url }: Sandbox, { id, ba_token, status }: Subscription) {
  const self = `${url}/v1/billing/subscriptions/${id}`
  const act = (action: string) => ({ href: `${self}/${action}`, rel: action, method: 'POST' })
  const approve = { href: `${url}/webapps/billing/subscriptions?ba_token=${ba_token}`, rel: 'approve', method: 'GET' }
  const actions = {
    APPROVAL_PENDING: [approve],
    ACTIVE: [act('cancel'), act('suspend')],
    SUSPENDED: [act('cancel'), act('activate')],
    CANCELLED: []
  }
  return [...actions[status], { href: self, rel: 'self', method: 'GET' }]
}

/** Shows a subscription payment as events contain it, in the format of PayPal's older Payments v1. */
export function showSale(sandbox: Sandbox, { id, subscription_id, amount, tax, custom_id, time }: Sale) {
  const { currency_code: currency, value: total } = amount
  return {
    id,
    state: 'completed',
    amount: {
      total,
      currency,
      details: tax ? { subtotal: showCents(toCents(amount) - toCents(tax)), tax: tax.value } : { subtotal: total }
    },
    payment_mode: 'INSTANT_TRANSFER',
    protection_eligibility: 'ELIGIBLE',
    transaction_fee: { value: showCents(feeCents(toCents(amount))), currency },
    billing_agreement_id: subscription_id,
    ...(custom_id && { custom: custom_id }),
    create_time: time,
    update_time: time,
    links: [{ href: `${sandbox.url}/v1/payments/sale/${id}`, rel: 'self', method: 'GET' }]
  }
}

/** Shows a refund of such a payment, in the same format. */
export function showSaleRefund(sandbox: Sandbox, { id, capture_id: sale_id, amount, custom_id, create_time, update_time }: Refund) {
  return {
    id,
    sale_id,
    state: 'completed',
    amount: { total: amount.value, currency: amount.currency_code },
    ...(custom_id && { custom: custom_id }),
    create_time,
    update_time,
    links: [
      { href: `${sandbox.url}/v1/payments/refund/${id}`, rel: 'self', method: 'GET' },
      { href: `${sandbox.url}/v1/payments/sale/${sale_id}`, rel: 'sale', method: 'GET' }
    ]
  }
}

/** Returns every payment of a subscription, declined ones too, oldest first. */
export function listTransactions(sandbox: Sandbox, { id }: Subscription) {
  return sandbox.store.listBy('sale', 'subscription_id', id).map((sale) => showTransaction(sandbox, sale))
}

/** Shows the same payment in the list of a subscription. */
function showTransaction({ buyer }: Sandbox, { id, status = 'COMPLETED', amount, tax, time }: Sale) {
  const fee = feeCents(toCents(amount))
  return {
    id,
    status,
    amount_with_breakdown: {
      gross_amount: amount,
      ...(tax && { tax_amount: tax }),
      fee_amount: moneyOf(fee, amount.currency_code),
      net_amount: moneyOf(toCents(amount) - fee, amount.currency_code)
    },
    payer_name: buyer.name,
    payer_email: buyer.email_address,
    time
  }
}
