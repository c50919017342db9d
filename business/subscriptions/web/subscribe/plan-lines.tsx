import { showDollars } from '#platform/web/show.ts'
import css from '#platform/web/ui/receipt.module.css'
import type { ShownPlan } from '../../contract.ts'

/** The plan, its price, and how often it is charged. Every state of the payment page shows this. */
export function PlanLines({ plan: { name, features, price_cents }, reference }: { plan: ShownPlan; reference?: string }) {
  return (
    <dl className={css['lines']}>
      <div>
        <dt>
          {name} plan
          <span className={css['features']}>{features.join(' · ')}</span>
        </dt>
        <dd>{showDollars(price_cents)}</dd>
      </div>
      <div>
        <dt>Charged</dt>
        <dd>each month, until you cancel</dd>
      </div>
      <div className={css['sum']}>
        <dt>Per month, USD</dt>
        <dd>{showDollars(price_cents)}</dd>
      </div>
      {reference && (
        <div className={css['reference']}>
          <dt>Subscription</dt>
          <dd>{reference}</dd>
        </div>
      )}
    </dl>
  )
}
