import { couponOf } from '#coupons/server/index.ts'
import { taxPlaceOf } from '#invoicing/server/index.ts'
import { percentOf, taxOf } from '#invoicing/tax.rules.ts'
import { type Answer, type Cents, toCents } from '#platform/contract/index.ts'
import { type Ctx, refuse } from '#platform/server/index.ts'
import { type readSubscription, refusals } from '../../contract.ts'
import { CHEAPER_PAYMENTS_MAX, planOf } from '../../rules.ts'
import { isOpenNow } from '../life.service.ts'
import { iso, presentPlan, requireOwn } from '../service.ts'
import type { Subscription } from '../tables.ts'

type Shown = Answer<typeof readSubscription>

/** Returns a subscription for the payment page, with what PayPal charges now and later. One created by an admin has nothing to pay, so it is not found. */
export async function read(ctx: Ctx, id: string): Promise<Shown> {
  const subscription = await requireOwn(ctx, id)
  const { plan_id, plan_name, price_cents, state, provider_subscription_id, provider_plan_id, approve_url } = subscription
  if (!plan_id || subscription.source === 'admin') throw refuse(refusals, 'subscription_not_found')
  const { client_id, base_url } = ctx.ports.paypal.settings
  return {
    sub_id: id,
    plan: presentPlan({ ...planOf(plan_id), name: plan_name, price_cents }),
    state,
    is_active: isOpenNow(subscription, ctx.now),
    provider_subscription_id,
    paypal_plan_id: provider_plan_id,
    approve_url: state === 'created' ? approve_url : null,
    ...(await discountOf(ctx, subscription)),
    ...(await chargesOf(ctx, subscription)),
    provider_client_id: new URL(base_url).hostname.endsWith('.paypal.com') ? client_id : null,
    consented_at: iso(subscription.consented_at),
    created_at: subscription.created_at.toISOString()
  }
}

/** A first payment is cheaper by the credit for the plan that it replaces, or by a coupon. */
async function discountOf({ db }: Ctx, { id, replaces_id, intro_cents, intro_payments, price_cents, credit_cents }: Subscription) {
  const isCheaper = replaces_id === null && intro_cents !== null
  return {
    credit_cents,
    coupon_code: isCheaper ? ((await couponOf(db, id)) ?? null) : null,
    discount_cents: toCents(isCheaper ? price_cents - intro_cents : 0),
    discounted_payments: intro_payments === CHEAPER_PAYMENTS_MAX ? null : isCheaper ? (intro_payments ?? 0) : 0
  }
}

/** PayPal keeps the rate of the checkout, so the country is named only while its rate is the same. */
async function chargesOf(ctx: Ctx, { owner_id, intro_cents, price_cents, tax_per_million: per_million }: Subscription) {
  const { country, ...place } = await taxPlaceOf(ctx, owner_id)
  const due_today_cents = intro_cents ?? price_cents
  const [today, later] = [withTax(due_today_cents, per_million), withTax(price_cents, per_million)]
  return {
    due_today_cents,
    tax_percent: percentOf(per_million),
    tax_country: per_million > 0 && per_million === place.tax_per_million ? country : null,
    tax_today_cents: today.tax_cents,
    total_today_cents: today.total_cents,
    tax_later_cents: later.tax_cents,
    total_later_cents: later.total_cents
  }
}

/** Returns the tax on a price, and what PayPal charges. */
export function withTax(price_cents: Cents, per_million: number): { tax_cents: Cents; total_cents: Cents } {
  const tax_cents = toCents(taxOf(price_cents, per_million))
  return { tax_cents, total_cents: toCents(price_cents + tax_cents) }
}
