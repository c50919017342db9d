import { type Cents, dollars, inDollars, toCents } from '#platform/contract/money.ts'

export const PLAN_IDS = ['indiv_monthly', 'team_monthly'] as const
export type PlanId = (typeof PLAN_IDS)[number]
export type Plan = {
  id: PlanId
  name: string
  price_cents: Cents
  seats: number
  downloads_per_month: number
  popular: boolean
  features: readonly string[]
}

export const PLANS: readonly Plan[] = [
  {
    id: 'indiv_monthly',
    name: 'Individual',
    price_cents: dollars(19),
    seats: 1,
    downloads_per_month: 50,
    popular: true,
    features: ['50 downloads a month', '1 seat', 'Cancel anytime']
  },
  {
    id: 'team_monthly',
    name: 'Team',
    price_cents: dollars(59),
    seats: 5,
    downloads_per_month: 250,
    popular: false,
    features: ['250 downloads a month, shared', '5 seats', 'Cancel anytime']
  }
]

/** free grants no downloads; yearly is given by admins only. */
export const PLAN_TYPES = ['free', 'monthly', 'yearly'] as const
export type PlanType = (typeof PLAN_TYPES)[number]

/**
 * `created` waits for PayPal, `inactive` for an admin, `grace` for a failed renewal to be put right;
 * `ended` is over: its period ran out, or it was cancelled or refunded.
 */
export const SUBSCRIPTION_STATES = ['created', 'inactive', 'active', 'grace', 'ended'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

export const isOpen = (state: SubscriptionState): boolean => state === 'active' || state === 'grace'

export const GRACE_DAYS = 3
export const EXTEND_DAYS = 30

export const planOf = (id: PlanId): Plan => PLANS.find((plan) => plan.id === id)!

/** What a person agrees to, by a tick of their own, before a plan is approved; kept word for word with its time. */
export const renewalConsent = ({ name, price_cents }: Pick<Plan, 'name' | 'price_cents'>): string =>
  `I agree that the ${name} plan renews each month: ${inDollars(price_cents).toFixed(2)} US dollars are charged monthly until I cancel the renewal, which I can do at any time under My Subscription.`

/** The same day and hour so many months later; of a month that is too short, its last day: a month after January 31 is the last of February. */
export function monthsAfter(from: Date, months: number): Date {
  const moved = new Date(from)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  if (moved.getUTCDate() !== from.getUTCDate()) moved.setUTCDate(0)
  return moved
}

/** A year is paid, or given, at once, but counted month by month. */
export const PERIOD_MONTHS: Readonly<Record<Exclude<PlanType, 'free'>, number>> = { monthly: 1, yearly: 12 }

export const periodEnd = (type: PlanType, from: Date): Date | null => (type === 'free' ? null : monthsAfter(from, PERIOD_MONTHS[type]))

/**
 * The month of a period that a moment falls into, counted from the period's start: the downloads of this month count together.
 * After the period's end, while its renewal is awaited, its last month goes on: nothing new is given before it is paid.
 */
export function monthOf({ start, end }: { start: Date; end: Date | null }, now: Date): { start: Date; end: Date } {
  const at = end !== null && now >= end ? new Date(end.getTime() - 1) : now
  let months = Math.max(0, (at.getUTCFullYear() - start.getUTCFullYear()) * 12 + at.getUTCMonth() - start.getUTCMonth() - 1)
  while (monthsAfter(start, months + 1) <= at) months += 1
  const next = monthsAfter(start, months + 1)
  return { start: monthsAfter(start, months), end: end !== null && end < next ? end : next }
}

/** What the type free is called where no other name is given. */
export const FREE = 'Free'

/**
 * What an admin gives by hand: the name decides, 'Team' in it gives Team's seats and downloads, any other Individual's; a year costs
 * twelve months and is counted month by month. The type free gives no downloads.
 */
export function givenTerms(plan_type: PlanType, plan_name?: string) {
  const plan = planOf(/\bteam\b/i.test(plan_name ?? '') ? 'team_monthly' : 'indiv_monthly')
  if (plan_type === 'free')
    return { plan_type, plan_id: null, plan_name: plan_name || FREE, price_cents: dollars(0), seats: 1, downloads_limit: 0 }
  return {
    plan_type,
    plan_id: plan.id,
    plan_name: plan_name || plan.name,
    price_cents: toCents(plan.price_cents * PERIOD_MONTHS[plan_type]),
    seats: plan.seats,
    downloads_limit: plan.downloads_per_month
  }
}
