import { Form, useNavigation } from 'react-router'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { MySubscription, ShownPlan } from '../contract.ts'
import type { PlanId } from '../rules.ts'
import { ConsentField } from './consent-field.tsx'
import css from './my-subscription.module.css'
import { shortPrice } from './plan-cards.tsx'

type ChooserProps = { mine: MySubscription; plans: readonly ShownPlan[]; error: string | undefined }

/** Another plan from the next period on. What is chosen waits for the approval at PayPal, and can be taken back. */
export function PlanChooser({ mine, plans, error }: ChooserProps) {
  const next = plans.find(({ id }) => id === mine.next_plan_id && id !== mine.plan_id)
  return (
    <Card className={css['section']} aria-labelledby="plan-chooser">
      <h2 id="plan-chooser">Change plan</h2>
      {next ? (
        <Pending mine={mine} next={next} />
      ) : (
        plans
          .filter(({ id }) => id !== mine.plan_id)
          .map((plan) => <Choice key={plan.id} plan={plan} from={mine.expires_at} error={error} />)
      )}
    </Card>
  )
}

function Choice({ plan, from, error }: { plan: ShownPlan; from: string | null; error: string | undefined }) {
  const busy = useNavigation().formData?.get('plan_id') === plan.id
  return (
    <Form method="post" preventScrollReset className={css['plan']}>
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="plan_id" value={plan.id} />
      <div className={css['heading']}>
        <h3 className={css['name']}>
          {plan.name} {plan.popular && <Badge tone="info">Popular</Badge>}
        </h3>
        <span className={css['price']}>{shortPrice(plan.price_cents)} a month</span>
      </div>
      <p className={css['quiet']}>
        {plan.features.join(' · ')}. Begins {from ? <Moment iso={from} day /> : 'with the next period'}; you approve it at PayPal.
      </p>
      <ConsentField plan={plan} error={error} />
      <div>
        <Button type="submit" busy={busy}>
          Change to {plan.name}
        </Button>
      </div>
    </Form>
  )
}

function Pending({ mine, next }: { mine: MySubscription; next: ShownPlan }) {
  return (
    <>
      <Notice title={`${next.name} is to follow.`}>
        {mine.plan_name} stays until {mine.expires_at ? <Moment iso={mine.expires_at} day /> : 'the end of the period'}; from then on it is{' '}
        {shortPrice(next.price_cents)} a month. {mine.approve_url && 'A change still waits for your approval at PayPal.'}
      </Notice>
      <div className={css['buttons']}>
        {mine.approve_url && (
          <LinkButton to={mine.approve_url} kind="main">
            Approve at PayPal
          </LinkButton>
        )}
        {mine.plan_id && <Keep plan_id={mine.plan_id} name={mine.plan_name ?? ''} />}
      </div>
    </>
  )
}

/** The plan one has takes the change back. */
function Keep({ plan_id, name }: { plan_id: PlanId; name: string }) {
  const busy = useNavigation().formData?.get('plan_id') === plan_id
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="keep" />
      <input type="hidden" name="plan_id" value={plan_id} />
      <Button type="submit" busy={busy}>
        Keep {name}
      </Button>
    </Form>
  )
}
