import { type Cents, dollars, inDollars } from '#platform/contract/money.ts'

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
