import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { showDollars } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { MySubscription } from '../contract.ts'
import css from './my-subscription.module.css'
import { PlanState } from './plan-state.tsx'
import { UsageMeter } from './usage-meter.tsx'

const CENTS = 100

/** What one has, what it costs, until when, and how much of it is used. A member sees no money. */
export function CurrentPlan({ plan }: { plan: MySubscription }) {
  const { plan_name, state, role, auto_renew } = plan
  return (
    <Card className={css['section']} aria-labelledby="current-plan">
      <div className={css['heading']}>
        <h2 id="current-plan">{plan_name} plan</h2>
        {state && <PlanState state={state} />}
      </div>
      <Grace plan={plan} />
      <Facts plan={plan} />
      <UsageMeter {...plan} />
      {role === 'member' && <p className={css['quiet']}>You sit on a seat of this plan; its owner pays and manages it.</p>}
      {role === 'owner' && (auto_renew ? <CancelRenewal /> : <Ending plan={plan} />)}
    </Card>
  )
}

function Grace({ plan: { state, grace_ends_at, role } }: { plan: MySubscription }) {
  if (state !== 'grace' || !grace_ends_at) return null
  return (
    <Notice tone="warn" title="The last renewal payment failed.">
      The plan stays open until <Moment iso={grace_ends_at} day />.{' '}
      {role === 'owner' && 'Put the payment right in your PayPal account, and it goes on.'}
    </Notice>
  )
}

function Facts({ plan: { price, plan_type, started_at, expires_at, auto_renew, role } }: { plan: MySubscription }) {
  const period = plan_type === 'yearly' ? 'a year' : 'a month'
  return (
    <dl className={css['facts']}>
      {price !== null && (
        <Fact name="Price">
          {showDollars(Math.round(price * CENTS))} {period}
        </Fact>
      )}
      {started_at && (
        <Fact name="Started">
          <Moment iso={started_at} day />
        </Fact>
      )}
      {expires_at && (
        <Fact name={auto_renew ? (role === 'owner' ? 'Next charge' : 'Renews') : 'Ends'}>
          <Moment iso={expires_at} day />
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** One press, no questions: access stays until the end of what is paid. */
function CancelRenewal() {
  const navigation = useNavigation()
  const busy = navigation.formData?.get('intent') === 'cancel'
  return (
    <Form method="post" preventScrollReset className={css['buttons']}>
      <input type="hidden" name="intent" value="cancel" />
      <Button type="submit" busy={busy}>
        Cancel Renewal
      </Button>
    </Form>
  )
}

function Ending({ plan: { expires_at } }: { plan: MySubscription }) {
  return (
    <>
      <Notice title="This plan does not renew.">
        {expires_at ? (
          <>
            You keep access until <Moment iso={expires_at} day />, and nothing more is charged.
          </>
        ) : (
          'Nothing more is charged.'
        )}
      </Notice>
      <div className={css['buttons']}>
        <LinkButton to="/pricing">See plans</LinkButton>
      </div>
    </>
  )
}
