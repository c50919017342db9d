import { type Cents, dollars, inDollars, toCents } from '#platform/contract/money.ts'

export const PLAN_IDS = ['indiv_monthly', 'indiv_yearly', 'team_monthly', 'team_yearly'] as const
export type PlanId = (typeof PLAN_IDS)[number]
/** How often a plan is charged. */
export const INTERVALS = ['month', 'year'] as const
export type Interval = (typeof INTERVALS)[number]
export type Plan = {
  id: PlanId
  name: string
  interval: Interval
  /** For one interval. */
  price_cents: Cents
  seats: number
  downloads_per_month: number
  popular: boolean
  features: readonly string[]
}

/** A year costs ten months. */
const MONTHS_PAID_A_YEAR = 10

/** What a yearly plan saves. */
export const YEARLY_SAVING = `${12 - MONTHS_PAID_A_YEAR} months free`

const INDIVIDUAL = { seats: 1, downloads_per_month: 50, popular: true, features: ['50 downloads a month', '1 seat', 'Cancel anytime'] }
const TEAM = {
  ...{ seats: 5, downloads_per_month: 250, popular: false },
  features: ['250 downloads a month, shared', '5 seats', 'Cancel anytime']
}

export const PLANS: readonly Plan[] = [
  { id: 'indiv_monthly', name: 'Individual', interval: 'month', price_cents: dollars(19), ...INDIVIDUAL },
  { id: 'indiv_yearly', name: 'Individual Yearly', interval: 'year', price_cents: dollars(19 * MONTHS_PAID_A_YEAR), ...INDIVIDUAL },
  { id: 'team_monthly', name: 'Team', interval: 'month', price_cents: dollars(59), ...TEAM },
  { id: 'team_yearly', name: 'Team Yearly', interval: 'year', price_cents: dollars(59 * MONTHS_PAID_A_YEAR), ...TEAM }
]

/** free grants no downloads. */
export const PLAN_TYPES = ['free', 'monthly', 'yearly'] as const
export type PlanType = (typeof PLAN_TYPES)[number]

/**
 * `created` waits for PayPal's approval, `inactive` for an admin, `grace` for a failed renewal payment.
 * `ended` means that the period ran out, or that the subscription was canceled or refunded.
 */
export const SUBSCRIPTION_STATES = ['created', 'inactive', 'active', 'grace', 'ended'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

export const isOpen = (state: SubscriptionState): boolean => state === 'active' || state === 'grace'

export const GRACE_DAYS = 3
export const EXTEND_DAYS = 30

const BY_ID = Object.fromEntries(PLANS.map((plan) => [plan.id, plan])) as Record<PlanId, Plan>

export const planOf = (id: PlanId): Plan => BY_ID[id]

/** Returns the type that a subscription to this plan has. */
export const typeOf = ({ interval }: Pick<Plan, 'interval'>): 'monthly' | 'yearly' => (interval === 'year' ? 'yearly' : 'monthly')

/** Returns the interval of a subscription: each period of a yearly one lasts a year. */
export const intervalOf = (type: PlanType): Interval => (type === 'yearly' ? 'year' : 'month')

/** Returns the price of a month, half up to the cent, for comparing plans. */
export const monthlyPrice = ({ price_cents, interval }: Pick<Plan, 'price_cents' | 'interval'>): Cents =>
  toCents(Math.round(price_cents / INTERVAL_MONTHS[interval]))

export const INTERVAL_MONTHS: Readonly<Record<Interval, number>> = { month: 1, year: 12 }

/** PayPal makes at most this many payments of a plan cheaper. */
export const CHEAPER_PAYMENTS_MAX = 999

/** The mail before a yearly renewal is sent this many days before it. */
export const NOTICE_DAYS = 30

/** The text a client agrees to by ticking a box before a plan is approved. It is stored word for word with its time. */
export const renewalConsent = ({ name, price_cents, interval }: Pick<Plan, 'name' | 'price_cents' | 'interval'>): string =>
  `I agree that the ${name} plan renews each ${interval} and that I am charged ${inDollars(price_cents).toFixed(2)} US dollars a ${interval}, plus any tax, until I cancel the renewal, which I can do at any time under My Subscription.`

/** Returns the same day and hour a number of months later. In a shorter month it is the last day: one month after January 31 is the last day of February. */
export function monthsAfter(from: Date, months: number): Date {
  const moved = new Date(from)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  if (moved.getUTCDate() !== from.getUTCDate()) moved.setUTCDate(0)
  return moved
}

/** A yearly period is one period, but its downloads are counted month by month. */
export const PERIOD_MONTHS: Readonly<Record<Exclude<PlanType, 'free'>, number>> = { monthly: 1, yearly: 12 }

export const periodEnd = (type: PlanType, from: Date): Date | null => (type === 'free' ? null : monthsAfter(from, PERIOD_MONTHS[type]))

/**
 * Returns the month of a period that a time falls into, counted from the period's start. Downloads are limited per such month.
 * After the period's end, while the renewal is pending, its last month continues: no new downloads until the renewal is paid.
 */
export function monthOf({ start, end }: { start: Date; end: Date | null }, now: Date): { start: Date; end: Date } {
  const at = end !== null && now >= end ? new Date(end.getTime() - 1) : now
  let months = Math.max(0, (at.getUTCFullYear() - start.getUTCFullYear()) * 12 + at.getUTCMonth() - start.getUTCMonth() - 1)
  while (monthsAfter(start, months + 1) <= at) months += 1
  const next = monthsAfter(start, months + 1)
  return { start: monthsAfter(start, months), end: end !== null && end < next ? end : next }
}

/** The most subscriptions in one CSV file. */
export const CSV_MAX = 20_000

/** The default plan name of the type free. */
export const FREE = 'Free'

/**
 * Returns the terms of a subscription that an admin creates. A name containing 'Team' gets Team's seats and downloads, any other name
 * gets Individual's. Yearly is counted month by month. Free has no downloads.
 */
export function givenTerms(plan_type: PlanType, plan_name?: string) {
  if (plan_type === 'free')
    return { plan_type, plan_id: null, plan_name: plan_name || FREE, price_cents: dollars(0), seats: 1, downloads_limit: 0 }
  const family = /\bteam\b/i.test(plan_name ?? '') ? 'team' : 'indiv'
  const plan = planOf(`${family}_${plan_type}`)
  return {
    plan_type,
    plan_id: plan.id,
    plan_name: plan_name || plan.name,
    price_cents: plan.price_cents,
    seats: plan.seats,
    downloads_limit: plan.downloads_per_month
  }
}
