import { showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Skeleton } from '#platform/web/ui/card.tsx'
import { UsageMeter } from '#subscriptions/web/index.ts'
import type { Pricing } from '../contract.ts'
import css from './acquire-dialog.module.css'
import { CouponField } from './coupon-field.tsx'
import { PricingFailed } from './pricing-failed.tsx'
import type { Acquire } from './use-acquire.ts'

const CENTS = 100

/** With a plan: what is left of it. Without: the plans to choose from. */
export function PlansPanel({ acquire }: { acquire: Acquire }) {
  const { pricing, plan, planId, setPlanId, coupon, setCoupon } = acquire
  if (plan) return <OwnPlan plan={plan} />
  if (pricing.state === 'failed') return <PricingFailed onRetry={pricing.retry} />
  if (pricing.state === 'loading') return <Skeleton height="140px" />
  return (
    <>
      <fieldset className={css['choices']}>
        <legend>Plan</legend>
        {pricing.plans.map((one) => (
          <PlanChoice key={one.id} plan={one} chosen={one.id === planId} onChoose={() => setPlanId(one.id)} />
        ))}
      </fieldset>
      <p className={css['formats']}>Renews each month until you cancel. You agree to that, and pay at PayPal, in the next step.</p>
      <CouponField value={coupon} onChange={setCoupon} />
    </>
  )
}

function OwnPlan({ plan }: { plan: NonNullable<Acquire['plan']> }) {
  return (
    <div className={css['free']}>
      <p>
        Included in your {plan.plan_name} plan, with a commercial license, in every format. It counts as one download; what your plan holds
        already costs none.
      </p>
      <UsageMeter {...plan} />
    </div>
  )
}

type ChoiceProps = { plan: Pricing['prices']['subscription_plans'][number]; chosen: boolean; onChoose: () => void }

function PlanChoice({ plan: { id, name, price_monthly, popular, features }, chosen, onChoose }: ChoiceProps) {
  return (
    <label className={css['choice']}>
      <input type="radio" name="plan_id" value={id} checked={chosen} onChange={onChoose} />
      <span className={css['choiceName']}>
        {name} {popular && <Badge>Popular</Badge>}
      </span>
      <span className={css['choicePrice']}>
        {showDollars(Math.round(price_monthly * CENTS)).replace(/\.00$/, '')}
        <small> / month</small>
      </span>
      <span className={css['choiceNote']}>{features.join(' · ')}</span>
    </label>
  )
}
