import { Form, Link, useNavigation } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import css from '#platform/web/ui/receipt.module.css'
import type { ShownPlan } from '../../contract.ts'
import { ConsentField } from './consent-field.tsx'
import { PlanLines } from './plan-lines.tsx'

type Start = {
  plan: ShownPlan
  isStaff: boolean
  /** The name of the client's paid plan. */
  current: string | null
  error: string | undefined
}

/** Shown before checkout. Nothing is charged here, and the price comes from the server. */
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
        <StartForm plan={plan} error={error} />
      )}
      <LinkButton to="/pricing" kind="quiet" wide>
        Back to Pricing
      </LinkButton>
    </section>
  )
}

function StartForm({ plan, error }: { plan: ShownPlan; error: string | undefined }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" className={css['steps']}>
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="plan_id" value={plan.id} />
      <ConsentField plan={plan} error={error} />
      <Button type="submit" kind="main" wide busy={busy}>
        Continue to payment
      </Button>
      <p className={css['note']}>
        Coupons and any tax come next, before you pay. By continuing you agree to the{' '}
        <Link to="/subscription-terms">subscription terms</Link>.
      </p>
    </Form>
  )
}
