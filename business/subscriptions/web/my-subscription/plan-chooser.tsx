import { Form, useNavigation } from 'react-router'
import { toCents } from '#platform/contract/money.ts'
import { showDollars } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { takesEffect } from '../../change.rules.ts'
import type { MySubscription, ShownPlan } from '../../contract.ts'
import { intervalOf, type PlanId } from '../../rules.ts'
import { shortPrice } from '../plan-cards.tsx'
import { plusTax } from './current-plan.tsx'
import css from './my-subscription.module.css'

type ChooserProps = { mine: MySubscription; plans: readonly ShownPlan[] }

/** The other plans. Choosing one asks for a quote; nothing changes before the client confirms it. */
export function PlanChooser({ mine, plans }: ChooserProps) {
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
        plans.filter(({ id }) => id !== mine.plan_id).map((plan) => <Choice key={plan.id} plan={plan} mine={mine} />)
      )}
    </Card>
  )
}

function Choice({ plan, mine: { price_cents, expires_at, auto_renew } }: { plan: ShownPlan; mine: MySubscription }) {
  const busy = useNavigation().formData?.get('plan_id') === plan.id
  const isNow = price_cents !== null && takesEffect(toCents(price_cents), { price_cents: toCents(plan.price_cents) }) === 'now'
  // A cheaper plan follows a renewal, so it needs one.
  if (!isNow && !auto_renew) return null
  return (
    <Form method="post" preventScrollReset className={css['plan']}>
      <input type="hidden" name="intent" value="quote" />
      <input type="hidden" name="plan_id" value={plan.id} />
      <div className={css['heading']}>
        <h3 className={css['name']}>
          {plan.name} {plan.popular && <Badge tone="info">Popular</Badge>}
        </h3>
        <span className={css['price']}>
          {shortPrice(plan.price_cents)} a {plan.interval}
        </span>
      </div>
      <p className={css['quiet']}>
        {plan.features.join(' · ')}. {isNow ? 'Starts today, with credit for your unused days.' : <StartsLater at={expires_at} />}
      </p>
      <div>
        <Button type="submit" busy={busy}>
          Change to {plan.name}
        </Button>
      </div>
    </Form>
  )
}

const StartsLater = ({ at }: { at: string | null }) => <>Starts {at ? <Moment iso={at} day /> : 'with the next period'}.</>

/** A new price that our team offers and the client has not approved yet. */
function PriceOffer({ mine }: { mine: MySubscription }) {
  const { approve_url, next_price_cents, next_tax_cents, plan_id, plan_name, plan_type, expires_at } = mine
  if (!approve_url || next_price_cents === null || !plan_id) return null
  return (
    <>
      <Notice title={`A new price for ${plan_name}`}>
        From {expires_at ? <Moment iso={expires_at} day /> : 'the next period'}: {showDollars(next_price_cents)} a{' '}
        {intervalOf(plan_type ?? 'monthly')}
        {plusTax(next_tax_cents)}. It applies only if you approve it at PayPal.
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
        {shortPrice(mine.next_price_cents ?? next.price_cents)} a {next.interval}
        {plusTax(mine.next_tax_cents)}. {mine.approve_url && 'You still need to approve this change at PayPal.'}
      </Notice>
      {!mine.approve_url && mine.has_discount && mine.price_cents !== null && (
        <p className={css['quiet']}>
          If you keep {mine.plan_name}, your discount ends, and you pay {showDollars(mine.price_cents)} a{' '}
          {intervalOf(mine.plan_type ?? 'monthly')}
          {plusTax(mine.tax_cents)}.
        </p>
      )}
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
