import { Form, redirect, useNavigation } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDollars } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import receiptCss from '#platform/web/ui/receipt.module.css'
import { cancelRenewalByNotice, readRenewalNotice } from '../change.contract.ts'
import type { Route } from './+types/cancel-renewal-page.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Cancel Renewal' }, { name: 'robots', content: 'noindex' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  return context.get(apiContext)(readRenewalNotice, { params: { token: params.token } })
}

/** Cancels only after the button, because mail programs open links by themselves. */
export async function action({ params, context }: Route.ActionArgs) {
  try {
    await context.get(apiContext)(cancelRenewalByNotice, { params: { token: params.token } })
  } catch (error) {
    return failed(error, 'The renewal could not be canceled. Please try again.')
  }
  return redirect(`/subscriptions/cancel-renewal/${params.token}`)
}

export default function CancelRenewalPage({ loaderData: plan, actionData }: Route.ComponentProps) {
  const problem = actionData?.fields['form']
  return (
    <Page width="form" title="Cancel Renewal">
      {problem && <Notice tone="bad">{problem}</Notice>}
      {plan.auto_renew ? <Announced plan={plan} /> : <Canceled plan={plan} />}
    </Page>
  )
}

type Announcement = Route.ComponentProps['loaderData']

function Announced({ plan: { plan_name, price_cents, expires_at } }: { plan: Announcement }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <section className={receiptCss['receipt']} aria-label="Your renewal">
      <dl className={receiptCss['lines']}>
        <div>
          <dt>{plan_name} plan</dt>
          <dd>{showDollars(price_cents)}</dd>
        </div>
        {expires_at && (
          <div>
            <dt>Renews on</dt>
            <dd>
              <Moment iso={expires_at} day />
            </dd>
          </div>
        )}
      </dl>
      <Form method="post" className={receiptCss['steps']}>
        <Button type="submit" kind="danger" wide busy={busy}>
          Cancel Renewal
        </Button>
        <p className={receiptCss['note']}>
          You keep the plan until its period ends, and you are not charged again. Until then you can undo this under My Subscription.
        </p>
      </Form>
    </section>
  )
}

function Canceled({ plan: { plan_name, expires_at } }: { plan: Announcement }) {
  return (
    <>
      <Notice tone="good" title={`The renewal of your ${plan_name} plan is canceled.`}>
        {expires_at ? (
          <>
            You keep access until <Moment iso={expires_at} day /> and will not be charged again.
          </>
        ) : (
          'You will not be charged again.'
        )}
      </Notice>
      <LinkButton to="/client/subscriptions" wide>
        My Subscription
      </LinkButton>
    </>
  )
}
