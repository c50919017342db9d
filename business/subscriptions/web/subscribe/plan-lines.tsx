import { showDollars } from '#platform/web/show.ts'
import css from '#platform/web/ui/receipt.module.css'
import type { ShownPlan } from '../../contract.ts'

type PlanLinesProps = {
  plan: Pick<ShownPlan, 'name' | 'features' | 'price_cents' | 'interval'>
  reference?: string
  /** What the first payment costs, if that is not the price, and the credit that pays for the rest. */
  first?: { due_today_cents: number; credit_cents: number }
}

/** The plan, its price, and how often it is charged. Every state of the payment page shows this. */
export function PlanLines({ plan: { name, features, price_cents, interval }, reference, first }: PlanLinesProps) {
  return (
    <dl className={css['lines']}>
      <div>
        <dt>
          {name} plan
          <span className={css['features']}>{features.join(' · ')}</span>
        </dt>
        <dd>{showDollars(price_cents)}</dd>
      </div>
      {first && first.credit_cents > 0 && (
        <div>
          <dt>Credit for unused days</dt>
          <dd>−{showDollars(first.credit_cents)}</dd>
        </div>
      )}
      {first && first.due_today_cents !== price_cents && (
        <div className={css['sum']}>
          <dt>Due today, USD</dt>
          <dd>{showDollars(first.due_today_cents)}</dd>
        </div>
      )}
      <div>
        <dt>Charged</dt>
        <dd>each {interval}, until you cancel</dd>
      </div>
      <div className={css['sum']}>
        <dt>Per {interval}, USD</dt>
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
