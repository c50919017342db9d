import type { ReactNode } from 'react'
import { showDollars } from '#platform/web/show.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { MySubscription } from '../../contract.ts'
import { intervalOf } from '../../rules.ts'
import { PlanState } from '../plan-state.tsx'
import { UsageMeter } from '../usage-meter.tsx'
import css from './my-subscription.module.css'
import { CancelRenewal, NotRenewing } from './renewal.tsx'

/** The current plan: price, dates, usage, and its renewal. Members do not see prices. */
export function CurrentPlan({ plan }: { plan: MySubscription }) {
  const { plan_name, state, role } = plan
  return (
    <Card className={css['section']} aria-labelledby="current-plan">
      <div className={css['heading']}>
        <h2 id="current-plan">{plan_name} plan</h2>
        {state && <PlanState state={state} />}
      </div>
      <Grace plan={plan} />
      <Details plan={plan} />
      <UsageMeter {...plan} />
      {role === 'member' && <p className={css['quiet']}>You have a seat in this plan. Its owner pays for it and manages it.</p>}
      {role === 'owner' && <Renewal plan={plan} />}
    </Card>
  )
}

function Renewal({ plan }: { plan: MySubscription }) {
  if (plan.plan_type === 'free')
    return <p className={css['quiet']}>This plan is free and has no downloads. It ends when a paid plan starts.</p>
  return plan.auto_renew ? <CancelRenewal plan={plan} /> : <NotRenewing plan={plan} />
}

function Grace({ plan: { state, grace_ends_at, role } }: { plan: MySubscription }) {
  if (state !== 'grace' || !grace_ends_at) return null
  return (
    <Notice tone="warn" title="The last renewal payment failed.">
      The plan stays active until <Moment iso={grace_ends_at} day />.{' '}
      {role === 'owner' && 'To keep it, please fix the payment in your PayPal account.'}
    </Notice>
  )
}

/** The tax that PayPal adds to a price. */
export const plusTax = (tax_cents: number | null): string => (tax_cents ? `, plus ${showDollars(tax_cents)} tax` : '')

function Details({ plan }: { plan: MySubscription }) {
  const { price_cents, tax_cents, plan_type, started_at, expires_at, auto_renew, role, next_charge_cents } = plan
  return (
    <dl className={css['details']}>
      {price_cents !== null && (
        <Detail name="Price">
          {showDollars(price_cents)} {plan_type && plan_type !== 'free' && `a ${intervalOf(plan_type)}`}
          {plusTax(tax_cents)}
        </Detail>
      )}
      <NextPrice plan={plan} />
      {started_at && (
        <Detail name="Started">
          <Moment iso={started_at} day />
        </Detail>
      )}
      {expires_at && (
        <Detail name={auto_renew ? (role === 'owner' ? 'Next charge' : 'Renews') : 'Ends'}>
          {auto_renew && next_charge_cents !== null && `${showDollars(next_charge_cents)} on `}
          <Moment iso={expires_at} day />
        </Detail>
      )}
    </dl>
  )
}

/** A price that the client has approved for the next period. */
function NextPrice({ plan }: { plan: MySubscription }) {
  const { next_plan_id, plan_id, plan_type, next_price_cents, next_tax_cents, expires_at, approve_url } = plan
  if (next_price_cents === null || next_plan_id !== plan_id || !expires_at || approve_url) return null
  return (
    <div>
      <dt>
        From <Moment iso={expires_at} day />
      </dt>
      <dd>
        {showDollars(next_price_cents)} a {intervalOf(plan_type ?? 'monthly')}
        {plusTax(next_tax_cents)}
      </dd>
    </div>
  )
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
