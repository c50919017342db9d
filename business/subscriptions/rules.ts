import { type Cents, dollars } from '#platform/contract/money.ts'

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
