import { Form, Link, useNavigation } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { ShownPlan } from '../contract.ts'
import { ConsentField } from './consent-field.tsx'
import { PlanLines } from './plan-lines.tsx'
import css from './receipt.module.css'

type Start = {
  plan: ShownPlan
  isStaff: boolean
  /** The name of the plan one has already. */
  current: string | null
  error: string | undefined
}

/** Before a subscription has begun: nothing is charged here, and the price is the server's. */
export function StartSubscription({ plan, isStaff, current, error }: Start) {
  return (
    <section className={css['receipt']} aria-label="Your plan">
      <PlanLines plan={plan} />
      {isStaff ? (
        <Notice>Plans are for client accounts.</Notice>
      ) : current ? (
        <>
          <Notice>You already have an active plan: {current}.</Notice>
          <LinkButton to="/client/subscriptions" kind="main" wide>
            My Subscription
          </LinkButton>
        </>
      ) : (
        <BeginForm plan={plan} error={error} />
      )}
      <LinkButton to="/pricing" kind="quiet" wide>
        Back to Pricing
      </LinkButton>
    </section>
  )
}

function BeginForm({ plan, error }: { plan: ShownPlan; error: string | undefined }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" className={css['steps']}>
      <input type="hidden" name="intent" value="begin" />
      <input type="hidden" name="plan_id" value={plan.id} />
      <ConsentField plan={plan} error={error} />
      <Button type="submit" kind="main" wide busy={busy}>
        Continue to payment
      </Button>
      <p className={css['note']}>
        By continuing you agree to the <Link to="/subscription-terms">subscription terms</Link>.
      </p>
    </Form>
  )
}
