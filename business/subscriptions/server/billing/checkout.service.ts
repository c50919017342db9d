import { type Applied, applyCoupon, hasSameCoupon, reserveCoupon } from '#coupons/server/index.ts'
import { taxPlaceOf } from '#invoicing/server/index.ts'
import { percentOf } from '#invoicing/tax.rules.ts'
import { CURRENCY } from '#payments/rules.ts'
import { payPalValue, spendCall, unavailable } from '#payments/server/index.ts'
import { type Answer, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn } from '#platform/server/index.ts'
import { type checkOutSubscription, type confirmSubscription, type consentToRenewal, refusals } from '../../contract.ts'
import { CHEAPER_PAYMENTS_MAX, isOpen, type Plan, planOf, typeOf } from '../../rules.ts'
import { end, lock } from '../life.service.ts'
import * as queries from '../queries.ts'
import { mine, requireOwn } from '../service.ts'
import type { Subscription } from '../tables.ts'
import { insertFirstConsent } from './consent.service.ts'
import { orUnavailable, withProviderPlan } from './provider-plans.service.ts'
import { syncSubscription } from './sync.service.ts'

type StartedCheckout = Answer<typeof checkOutSubscription>

/** Creates PayPal's subscription at the current price. Repeated calls for the same plan return the same checkout until it is approved. An active free plan does not prevent it. */
export async function checkOut(ctx: Ctx, { body }: Received<typeof checkOutSubscription>): Promise<StartedCheckout> {
  if (body.renewal_consent === false) throw refuse(refusals, 'consent_missing')
  await spendCall(ctx, 'subscribe')
  const owner_id = signedIn(ctx).id
  await requireNoPaidPlan(ctx, owner_id)
  const plan = planOf(body.plan_id)
  const subscription = await findOrInsert(ctx, plan, body.coupon)
  if (body.renewal_consent) await insertFirstConsent(ctx, subscription)
  return presentCheckout(subscription.provider_subscription_id ? subscription : await createAtPayPal(ctx, subscription, plan))
}

async function requireNoPaidPlan(ctx: Ctx, owner_id: string): Promise<void> {
  const open = await queries.findOpen(ctx.db, owner_id, ctx.now)
  if (open && open.plan_type !== 'free') throw refuse(refusals, 'already_subscribed')
}

type Coupon = string | null | undefined

/** A checkout with another coupon ends; with an empty one, a checkout that has one ends. Without any, it goes on. */
async function findOrInsert(ctx: Ctx, plan: Plan, coupon: Coupon): Promise<Subscription> {
  const owner_id = signedIn(ctx).id
  const pending = await queries.findCheckout(ctx.db, { owner_id, plan_id: plan.id })
  if (pending && (await isStillOpen(ctx, pending, plan))) {
    if (await hasSameCoupon(ctx.db, pending.id, coupon)) return pending
    await endCheckout(ctx, pending)
  }
  const created = await insertCheckout(ctx, plan, coupon)
  const found = created ?? (await queries.findCheckout(ctx.db, { owner_id, plan_id: plan.id }))
  if (!found) throw unavailable()
  return found
}

/** Stores a checkout at the current price, and reserves the coupon that makes its first payments cheaper. */
async function insertCheckout(ctx: Ctx, plan: Plan, code: Coupon): Promise<Subscription | undefined> {
  const owner_id = signedIn(ctx).id
  const line = { price_cents: plan.price_cents, category: null }
  const applied = await applyCoupon(ctx, { code, client_id: owner_id, kind: 'plans', lines: [line] })
  return inTransaction(ctx, async (ctx) => {
    const inserted = await insertAtPrice(ctx, plan, applied)
    if (inserted && applied) await reserveCoupon(ctx, { applied, purchase_id: inserted.id, client_id: owner_id })
    return inserted
  })
}

const introOf = ({ price_cents }: Plan, { discount_cents, plan_payments }: Applied) => ({
  intro_cents: toCents(price_cents - discount_cents),
  intro_payments: Math.min(plan_payments ?? CHEAPER_PAYMENTS_MAX, CHEAPER_PAYMENTS_MAX)
})

async function insertAtPrice(ctx: Ctx, plan: Plan, applied: Applied | undefined): Promise<Subscription | undefined> {
  const owner_id = signedIn(ctx).id
  return queries.insertSubscription(ctx.db, {
    ...(applied && introOf(plan, applied)),
    owner_id,
    tax_per_million: await taxRateOf(ctx, owner_id),
    source: 'paypal',
    plan_type: typeOf(plan),
    plan_id: plan.id,
    plan_name: plan.name,
    price_cents: plan.price_cents,
    seats: plan.seats,
    downloads_limit: plan.downloads_per_month,
    state: 'created',
    created_at: ctx.now
  })
}

/** Checks an earlier checkout with PayPal. If it was approved, the call is refused; if it is over or has an old price or tax rate, it ends. */
async function isStillOpen(ctx: Ctx, pending: Subscription, { price_cents }: Plan): Promise<boolean> {
  // A change of plan that was not paid before the plan ended. Its first payment has another price.
  if (pending.replaces_id) return endCheckout(ctx, pending)
  const isSame = pending.price_cents === price_cents && pending.tax_per_million === (await taxRateOf(ctx, pending.owner_id))
  if (!pending.provider_subscription_id) return isSame || endCheckout(ctx, pending)
  const remote = await orUnavailable(syncSubscription(ctx, pending))
  await requireNoPaidPlan(ctx, pending.owner_id)
  if (remote?.status === 'APPROVAL_PENDING' && isSame) return true
  if (remote?.status === 'APPROVED' || remote?.status === 'ACTIVE') throw refuse(refusals, 'payment_pending')
  return endCheckout(ctx, pending)
}

async function endCheckout(ctx: Ctx, pending: Subscription): Promise<false> {
  await inTransaction(ctx, async (ctx) => {
    const locked = await lock(ctx, pending)
    if (locked.state === 'created') await end(ctx, locked, 'abandoned')
  })
  return false
}

/** The rate of today, in parts per million. It is stored before PayPal is called: a repeated call gets the subscription of the first one, with its tax. */
export const taxRateOf = async (ctx: Ctx, client_id: string): Promise<number> => (await taxPlaceOf(ctx, client_id)).tax_per_million

/** Parallel calls use the same PayPal request id, so they get the same subscription. */
export async function createAtPayPal(ctx: Ctx, started: Subscription, plan: Plan): Promise<Subscription> {
  const { id, intro_cents, intro_payments, tax_per_million } = started
  const { public_url, brand_name } = ctx.ports.settings
  const intro =
    intro_cents === null || intro_payments === null
      ? undefined
      : { value: payPalValue(intro_cents), currency: CURRENCY, payments: intro_payments }
  return withProviderPlan(ctx, { ...plan, has_intro: intro !== undefined }, async (provider_plan_id) => {
    const page = `${public_url}${payPage(id, plan.id, provider_plan_id)}`
    const { id: provider_subscription_id, approve_url } = await ctx.ports.paypal.createSubscription({
      sub_id: id,
      provider_plan_id,
      email: signedIn(ctx).email,
      brand_name,
      return_url: page,
      cancel_url: `${page}&cancelled=1`,
      intro,
      tax_percent: percentOf(tax_per_million)
    })
    if (!approve_url) throw unavailable()
    return queries.updateSubscription(ctx.db, id, { provider_subscription_id, provider_plan_id, approve_url })
  })
}

const payPage = (sub_id: string, plan_id: string, paypal_plan_id: string): string =>
  `/pay/subscribe?${new URLSearchParams({ plan_id, paypal_plan_id, sub_id })}`

export function presentCheckout({ id, plan_id, provider_plan_id, provider_subscription_id, approve_url }: Subscription): StartedCheckout {
  if (!plan_id || !provider_plan_id || !provider_subscription_id || !approve_url) throw unavailable()
  const checkout_url = payPage(id, plan_id, provider_plan_id)
  return { sub_id: id, paypal_plan_id: provider_plan_id, provider_subscription_id, approve_url, checkout_url }
}

export async function consent(ctx: Ctx, sub_id: string): Promise<Answer<typeof consentToRenewal>> {
  return { consented_at: (await insertFirstConsent(ctx, await requireOwn(ctx, sub_id))).toISOString() }
}

/** Activates the plan once PayPal has taken the first payment. */
export async function confirm(ctx: Ctx, sub_id: string): Promise<Answer<typeof confirmSubscription>> {
  await spendCall(ctx, 'confirm')
  const subscription = await requireOwn(ctx, sub_id)
  if (subscription.state !== 'created' && subscription.end_reason !== 'abandoned') return outcomeOf(ctx, subscription)
  const remote = await orUnavailable(syncSubscription(ctx, subscription))
  const now = await requireOwn(ctx, sub_id)
  if (now.started_at === null && now.end_reason !== 'second' && now.end_reason !== 'lapsed')
    throw refuse(refusals, remote?.status === 'ACTIVE' || remote?.status === 'APPROVED' ? 'payment_pending' : 'not_approved')
  return outcomeOf(ctx, now)
}

function outcomeOf(ctx: Ctx, { state, end_reason }: Subscription) {
  if (end_reason === 'lapsed') throw refuse(refusals, 'change_lapsed')
  if (!isOpen(state) && end_reason === 'second')
    throw refuse(refusals, 'already_subscribed', {
      message: 'You already have an active plan. This second payment is refunded and does not renew.'
    })
  return mine(ctx)
}
