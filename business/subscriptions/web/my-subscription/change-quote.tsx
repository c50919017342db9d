import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { showDollars } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import receiptCss from '#platform/web/ui/receipt.module.css'
import type { ShownQuote } from '../../change.contract.ts'
import { QUOTE_MINUTES } from '../../change.rules.ts'
import type { MySubscription, ShownPlan } from '../../contract.ts'
import { ConsentField } from '../subscribe/consent-field.tsx'
import css from './my-subscription.module.css'

type QuoteProps = { mine: MySubscription; plans: readonly ShownPlan[]; quote: ShownQuote }

/** The quote of a change of plan as a small statement, with the consent to the new renewal. */
export function ChangeQuote({ mine, plans, quote }: QuoteProps) {
  const busy = useNavigation().formData?.get('intent') === 'change'
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone, so the focus moves to the statement.
  useEffect(() => heading.current?.focus(), [])
  const plan = plans.find(({ id }) => id === quote.plan_id)
  if (!plan) return null
  const isNow = quote.takes_effect === 'now'
  return (
    <Card className={css['section']} aria-labelledby="change-quote">
      <h2 id="change-quote" ref={heading} tabIndex={-1}>
        Change to {plan.name}
      </h2>
      {isNow ? <Now mine={mine} plan={plan} quote={quote} /> : <Later mine={mine} plan={plan} quote={quote} />}
      <Form method="post" preventScrollReset className={css['section']}>
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="plan_id" value={plan.id} />
        <input type="hidden" name="quote_id" value={quote.quote_id} />
        <ConsentField plan={plan} />
        <div className={css['buttons']}>
          <Button type="submit" kind="main" busy={busy}>
            {isNow ? `Continue to pay ${showDollars(quote.total_today_cents)}` : 'Confirm the change'}
          </Button>
          <LinkButton to="/client/subscriptions" preventScrollReset>
            Keep {mine.plan_name}
          </LinkButton>
        </div>
      </Form>
      <p className={css['quiet']}>You approve the change at PayPal. This quote holds for {QUOTE_MINUTES} minutes.</p>
    </Card>
  )
}

type Lines = { mine: MySubscription; plan: ShownPlan; quote: ShownQuote }

function Now({ mine, plan, quote }: Lines) {
  const { price_cents, credit_cents, unused_days, period_days, tax_today_cents, total_today_cents } = quote
  return (
    <dl className={receiptCss['lines']}>
      <div>
        <dt>{plan.name}, a new period from today</dt>
        <dd>{showDollars(price_cents)}</dd>
      </div>
      <div>
        <dt>
          Credit for {mine.plan_name}
          <span className={receiptCss['features']}>
            {unused_days} of {period_days} days unused
          </span>
        </dt>
        <dd>−{showDollars(credit_cents)}</dd>
      </div>
      {tax_today_cents > 0 && (
        <div>
          <dt>Tax</dt>
          <dd>{showDollars(tax_today_cents)}</dd>
        </div>
      )}
      <div className={receiptCss['sum']}>
        <dt>Due today, USD</dt>
        <dd>{showDollars(total_today_cents)}</dd>
      </div>
      <Afterwards plan={plan} quote={quote} />
    </dl>
  )
}

function Later({ mine, plan, quote }: Lines) {
  return (
    <dl className={receiptCss['lines']}>
      <div>
        <dt>{mine.plan_name} until</dt>
        <dd>
          <Moment iso={quote.effective_at} day />
        </dd>
      </div>
      <div className={receiptCss['sum']}>
        <dt>Due today, USD</dt>
        <dd>{showDollars(quote.due_today_cents)}</dd>
      </div>
      <Afterwards plan={plan} quote={quote} />
    </dl>
  )
}

const Afterwards = ({ plan: { name, interval }, quote: { price_cents, total_later_cents } }: Pick<Lines, 'plan' | 'quote'>) => (
  <div>
    <dt>
      Then {name}, each {interval}
      {total_later_cents > price_cents && <span className={receiptCss['features']}>with tax</span>}
    </dt>
    <dd>{showDollars(total_later_cents)}</dd>
  </div>
)
