import type { ReactNode } from 'react'
import { showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { ShownPlan } from '../contract.ts'
import { INTERVALS, type PlanId, YEARLY_SAVING } from '../rules.ts'
import css from './plan-cards.module.css'

type PlanCardsProps = {
  plans: readonly ShownPlan[]
  /** The client's plan. */
  current?: PlanId | null | undefined
  /** The button or link of a plan. */
  action: (plan: ShownPlan) => ReactNode
  level?: 'h2' | 'h3'
}

/** The plans side by side with their price, features, and one action. */
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
            {shortPrice(plan.price_cents)} <small>a {plan.interval}</small>
          </p>
          {plan.interval === 'year' && <p className={css['saving']}>{YEARLY_SAVING}</p>}
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

/** The plans of one interval at a time. The switch is made of radio buttons and CSS, so it works before hydration. */
export function PlansByInterval({ plans, current, ...cards }: PlanCardsProps) {
  const chosen = plans.find(({ id }) => id === current)?.interval ?? 'month'
  return (
    <div className={css['switched']}>
      <fieldset className={css['switch']}>
        <legend className={css['legend']}>Billing</legend>
        {INTERVALS.map((interval) => (
          <label key={interval} className={css['option']}>
            <input type="radio" name="billing" value={interval} defaultChecked={interval === chosen} />
            <span>{INTERVAL_NAMES[interval]}</span>
          </label>
        ))}
      </fieldset>
      {INTERVALS.map((interval) => (
        <div key={interval} className={css[interval]}>
          <PlanCards plans={plans.filter((plan) => plan.interval === interval)} current={current} {...cards} />
        </div>
      ))}
    </div>
  )
}

const INTERVAL_NAMES = { month: 'Monthly', year: `Yearly, ${YEARLY_SAVING}` } as const

/** Formats whole dollars without cents. */
export const shortPrice = (cents: number): string => showDollars(cents).replace(/\.00$/, '')
