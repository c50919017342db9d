import { useSearchParams } from 'react-router'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import type { MySubscription } from '../../contract.ts'
import { PlanState } from '../plan-state.tsx'
import { UsageMeter } from '../usage-meter.tsx'
import css from './my-subscription.module.css'

/** The plan at a glance, for the dashboard. Confirms a new subscription when the client arrives from checkout. */
export function SubscriptionCard({ plan }: { plan: MySubscription }) {
  const [query] = useSearchParams()
  const { is_active, plan_name, state, role } = plan
  return (
    <Card className={css['section']} aria-labelledby="plan-card">
      <div className={css['heading']}>
        <h2 id="plan-card">{is_active ? `${plan_name} plan` : 'Subscription'}</h2>
        {is_active && state && <PlanState state={state} />}
      </div>
      {is_active && query.has('subscribed') && (
        <Notice tone="good" title={`Thank you. Your ${plan_name} plan is active.`}>
          Choose Subscription when you get an asset.
        </Notice>
      )}
      {is_active ? (
        <UsageMeter {...plan} />
      ) : (
        <p className={css['quiet']}>You have no active plan. With a plan you can download any asset.</p>
      )}
      <div className={css['buttons']}>
        {is_active ? (
          <LinkButton to="/client/subscriptions">{role === 'member' ? 'My Subscription' : 'Manage plan'}</LinkButton>
        ) : (
          <LinkButton to="/pricing">See plans</LinkButton>
        )}
      </div>
    </Card>
  )
}
