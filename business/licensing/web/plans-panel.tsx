import { showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import css from './acquire-dialog.module.css'
import { PricingFailed } from './pricing-failed.tsx'
import type { Acquire } from './use-acquire.ts'

const CENTS = 100

/** Plans are shown with their prices; they are not sold yet, and the panel says so. */
export function PlansPanel({ pricing: { state, plans, retry } }: Pick<Acquire, 'pricing'>) {
  if (state === 'failed') return <PricingFailed onRetry={retry} />
  return (
    <>
      <ul className={css['plans']}>
        {plans.map(({ id, name, price_monthly, popular, features }) => (
          <li key={id} className={css['plan']}>
            <span className={css['choiceName']}>
              {name} {popular && <Badge>Popular</Badge>}
            </span>
            <span className={css['choicePrice']}>
              {showDollars(Math.round(price_monthly * CENTS)).replace(/\.00$/, '')}
              <small> / month</small>
            </span>
            <span className={css['choiceNote']}>{features.join(' · ')}</span>
          </li>
        ))}
      </ul>
      <Notice>Plans open soon. Until then, single licenses are there for every asset.</Notice>
    </>
  )
}
