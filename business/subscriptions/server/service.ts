import { taxOf } from '#invoicing/tax.rules.ts'
import { CURRENCY } from '#payments/rules.ts'
import { type Answer, inDollars, toCents } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { type listPlans, type MySubscription, refusals, type ShownPlan } from '../contract.ts'
import { monthlyPrice, PLANS, type Plan, planOf } from '../rules.ts'
import { dueNow, nextCharge } from './billing/due.service.ts'
import { countDownloads } from './downloads.queries.ts'
import { countedMonth, findMembership } from './downloads.service.ts'
import { canResume } from './life.service.ts'
import { findOpen, findSubscription } from './queries.ts'
import { countSeats } from './seats/seats.queries.ts'
import type { Subscription } from './tables.ts'

export const plans = (): Answer<typeof listPlans> => ({ items: PLANS.map(presentPlan) })

export const presentPlan = ({ price_cents, features, ...plan }: Plan): ShownPlan => ({
  ...plan,
  price: inDollars(price_cents),
  price_cents,
  price_monthly: inDollars(monthlyPrice({ price_cents, interval: plan.interval })),
  currency: CURRENCY,
  features: [...features]
})

const NONE: MySubscription = {
  sub_id: null,
  is_active: false,
  role: null,
  has_joined: false,
  owner_name: null,
  state: null,
  plan_id: null,
  plan_name: null,
  plan_type: null,
  price: null,
  price_cents: null,
  tax_cents: null,
  started_at: null,
  expires_at: null,
  auto_renew: false,
  can_resume: false,
  can_change: false,
  next_charge_cents: null,
  has_discount: false,
  grace_ends_at: null,
  downloads_used: 0,
  downloads_limit: 0,
  resets_at: null,
  seats: 0,
  seats_used: 0,
  next_plan_id: null,
  next_price: null,
  next_price_cents: null,
  next_tax_cents: null,
  approve_url: null
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Members do not see the price or what happens to the renewal. */
const HIDDEN_FROM_MEMBERS = {
  ...{ price: null, price_cents: null, tax_cents: null, can_resume: false, can_change: false, grace_ends_at: null },
  ...{ next_plan_id: null, next_price: null, next_price_cents: null, next_tax_cents: null, approve_url: null },
  ...{ next_charge_cents: null, has_discount: false }
} as const

export async function mine({ db, now, ...ctx }: Ctx): Promise<MySubscription> {
  const membership = await findMembership(db, now, signedIn({ db, now, ...ctx }).id)
  if (!membership) return NONE
  const { subscription, role, has_joined, owner_name } = membership
  const { id, state, plan_id, plan_name, plan_type, auto_renew, cancel_due, downloads_limit, seats } = subscription
  const month = countedMonth(subscription, now)
  return {
    sub_id: id,
    is_active: true,
    role,
    has_joined,
    owner_name,
    state,
    plan_id,
    plan_name,
    plan_type,
    price: inDollars(subscription.price_cents),
    price_cents: subscription.price_cents,
    tax_cents: toCents(taxOf(subscription.price_cents, subscription.tax_per_million)),
    started_at: iso(subscription.started_at),
    expires_at: iso(subscription.period_ends_at),
    auto_renew: auto_renew && !cancel_due,
    can_resume: canResume(subscription, now),
    ...(await chargesOf({ db, now, ...ctx }, subscription)),
    can_change: subscription.source === 'paypal' && plan_id !== null,
    grace_ends_at: iso(subscription.grace_ends_at),
    downloads_used: month ? await countDownloads(db, { subscription_id: id, month_started_at: month.start }) : 0,
    downloads_limit,
    resets_at: month && downloads_limit > 0 ? month.end.toISOString() : null,
    seats,
    seats_used: (await countSeats(db, id)) + 1,
    ...presentNext(subscription),
    approve_url: subscription.change_url,
    ...(role === 'member' && HIDDEN_FROM_MEMBERS)
  }
}

/** Returns what PayPal charges next, also for a canceled renewal that can be resumed, and whether it charges less than the price. */
async function chargesOf(ctx: Ctx, plan: Subscription) {
  const { source, auto_renew, cancel_due, price_cents } = plan
  const isCharged = source === 'paypal' && ((auto_renew && !cancel_due) || canResume(plan, ctx.now))
  if (!isCharged) return { next_charge_cents: null, has_discount: false }
  return { next_charge_cents: await nextCharge(ctx, plan), has_discount: (await dueNow(ctx, plan)) < price_cents }
}

/** Returns the plan and price from the next period on. Nothing follows a plan that does not renew. */
export function presentNext({ auto_renew, next_plan_id, next_price_cents, plan_id, tax_per_million }: Subscription) {
  if (!auto_renew || !next_plan_id) return { next_plan_id: null, next_price: null, next_price_cents: null, next_tax_cents: null }
  const price_cents = next_price_cents ?? (next_plan_id === plan_id ? null : planOf(next_plan_id).price_cents)
  if (price_cents === null) return { next_plan_id, next_price: null, next_price_cents: null, next_tax_cents: null }
  const next_tax_cents = toCents(taxOf(price_cents, tax_per_million))
  return { next_plan_id, next_price_cents: price_cents, next_price: inDollars(price_cents), next_tax_cents }
}

export async function requireOwn(ctx: Ctx, id: string): Promise<Subscription> {
  const subscription = await findSubscription(ctx.db, id)
  if (subscription?.owner_id !== signedIn(ctx).id) throw refuse(refusals, 'subscription_not_found')
  return subscription
}

/** Returns the open plan that the caller pays for. Refuses members, because only the owner may change the plan. */
export async function requireOwnOpen(ctx: Ctx): Promise<Subscription> {
  const own = await findOpen(ctx.db, signedIn(ctx).id, ctx.now)
  if (own) return own
  const membership = await findMembership(ctx.db, ctx.now, signedIn(ctx).id)
  throw membership ? refuse(refusals, 'not_owner') : refuse(refusals, 'subscription_not_found', { message: 'You have no active plan.' })
}
