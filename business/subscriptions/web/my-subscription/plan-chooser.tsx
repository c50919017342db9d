import { Form, useNavigation } from 'react-router'
import { showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { MySubscription, ShownPlan } from '../../contract.ts'
import type { PlanId } from '../../rules.ts'
import { shortPrice } from '../plan-cards.tsx'
import { ConsentField } from '../subscribe/consent-field.tsx'
import css from './my-subscription.module.css'

type ChooserProps = { mine: MySubscription; plans: readonly ShownPlan[]; error: string | undefined }

/** Changes the plan from the next period on. The client approves the change at PayPal and can undo it until the period ends. */
export function PlanChooser({ mine, plans, error }: ChooserProps) {
  const next = plans.find(({ id }) => id === mine.next_plan_id)
  const isPriceOffer = next?.id === mine.plan_id && mine.approve_url !== null
  const isPlanChange = next && next.id !== mine.plan_id
  return (
    <Card className={css['section']} aria-labelledby="plan-chooser">
      <h2 id="plan-chooser">Change plan</h2>
      {isPriceOffer && <PriceOffer mine={mine} />}
      {isPlanChange ? (
        <PendingChange mine={mine} next={next} />
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
        {plan.features.join(' · ')}. Starts {from ? <Moment iso={from} day /> : 'with the next period'}. You approve it at PayPal.
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

/** A new price that our team offers and the client has not approved yet. */
function PriceOffer({ mine }: { mine: MySubscription }) {
  const { approve_url, next_price_cents, plan_id, plan_name, expires_at } = mine
  if (!approve_url || next_price_cents === null || !plan_id) return null
  return (
    <>
      <Notice title={`A new price for ${plan_name}`}>
        From {expires_at ? <Moment iso={expires_at} day /> : 'the next period'}: {showDollars(next_price_cents)} a month. It applies only if
        you approve it at PayPal.
      </Notice>
      <div className={css['buttons']}>
        <LinkButton to={approve_url} kind="main">
          Approve at PayPal
        </LinkButton>
        <Keep plan_id={plan_id} name="my price" />
      </div>
    </>
  )
}

function PendingChange({ mine, next }: { mine: MySubscription; next: ShownPlan }) {
  return (
    <>
      <Notice title={`Your plan changes to ${next.name}.`}>
        You keep {mine.plan_name} until {mine.expires_at ? <Moment iso={mine.expires_at} day /> : 'the end of the period'}. Then you pay{' '}
        {shortPrice(mine.next_price_cents ?? next.price_cents)} a month.{' '}
        {mine.approve_url && 'You still need to approve this change at PayPal.'}
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

/** Undoes the pending change. */
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
