import type { ReactNode } from 'react'
import { showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { ShownPlan } from '../contract.ts'
import type { PlanId } from '../rules.ts'
import css from './plan-cards.module.css'

type PlanCardsProps = {
  plans: readonly ShownPlan[]
  /** The plan one has. */
  current?: PlanId | null | undefined
  /** What one can do with a plan. */
  action: (plan: ShownPlan) => ReactNode
  level?: 'h2' | 'h3'
}

/** The plans beside each other: name, price, what it gives, one thing to do. */
export function PlanCards({ plans, current, action, level: Heading = 'h2' }: PlanCardsProps) {
  return (
    <ul className={css['plans']}>
      {plans.map((plan) => (
        <li key={plan.id} className={css['plan']}>
          <div className={css['head']}>
            <Heading className={css['name']}>{plan.name}</Heading>
            {plan.id === current ? <Badge tone="good">Your plan</Badge> : plan.popular && <Badge tone="info">Popular</Badge>}
          </div>
          <p className={css['price']}>
            {shortPrice(plan.price_cents)} <small>a month</small>
          </p>
          <ul className={css['features']}>
            {plan.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
          <div className={css['action']}>{action(plan)}</div>
        </li>
      ))}
    </ul>
  )
}

/** Whole dollars without their cents. */
export const shortPrice = (cents: number): string => showDollars(cents).replace(/\.00$/, '')
