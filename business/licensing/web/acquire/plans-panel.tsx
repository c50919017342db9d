import { showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Skeleton } from '#platform/web/ui/card.tsx'
import { UsageMeter } from '#subscriptions/web/index.ts'
import type { Pricing } from '../../contract.ts'
import css from './acquire-dialog.module.css'
import { CouponField } from './coupon-field.tsx'
import { PricingFailed } from './pricing-failed.tsx'
import type { Acquire } from './use-acquire.ts'

/** Shows what is left of the client's plan, or the plans to choose from. */
export function PlansPanel({ acquire }: { acquire: Acquire }) {
  const { state, retry, plans, plan, planId, setPlanId, coupon, setCoupon } = acquire
  if (plan) return <OwnPlan plan={plan} />
  if (state === 'failed') return <PricingFailed onRetry={retry} />
  if (state === 'loading') return <Skeleton height="140px" />
  return (
    <>
      <fieldset className={css['choices']}>
        <legend>Plan</legend>
        {plans.map((one) => (
          <PlanChoice key={one.id} plan={one} chosen={one.id === planId} onChoose={() => setPlanId(one.id)} />
        ))}
      </fieldset>
      <p className={css['formats']}>Renews each month until you cancel. You agree to that and pay with PayPal in the next step.</p>
      <CouponField value={coupon} onChange={setCoupon} quoted={{ plan_id: planId ?? plans[0]?.id ?? '' }} />
    </>
  )
}

function OwnPlan({ plan }: { plan: NonNullable<Acquire['plan']> }) {
  return (
    <div className={css['free']}>
      <p>
        Included in your {plan.plan_name} plan, with a commercial license, in every format. It counts as one download. Assets that your plan
        already licensed do not count again.
      </p>
      <UsageMeter {...plan} />
    </div>
  )
}

type ChoiceProps = { plan: Pricing['prices']['subscription_plans'][number]; chosen: boolean; onChoose: () => void }

function PlanChoice({ plan: { id, name, price_monthly_cents, popular, features }, chosen, onChoose }: ChoiceProps) {
  return (
    <label className={css['choice']}>
      <input type="radio" name="plan_id" value={id} checked={chosen} onChange={onChoose} />
      <span className={css['choiceName']}>
        {name} {popular && <Badge>Popular</Badge>}
      </span>
      <span className={css['choicePrice']}>
        {showDollars(price_monthly_cents).replace(/\.00$/, '')}
        <small> / month</small>
      </span>
      <span className={css['choiceNote']}>{features.join(' · ')}</span>
    </label>
  )
}
