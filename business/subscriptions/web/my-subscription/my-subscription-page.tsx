import { useEffect } from 'react'
import { redirect } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import type { ShownQuote } from '../../change.contract.ts'
import { listPlans, readHistory, readMySubscription } from '../../contract.ts'
import { listSeats } from '../../seats.contract.ts'
import { PlansByInterval } from '../plan-cards.tsx'
import type { Route } from './+types/my-subscription-page.ts'
import { ChangeQuote } from './change-quote.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { HistoryList } from './history-list.tsx'
import css from './my-subscription.module.css'
import { runAction } from './my-subscription-actions.ts'
import { PlanChooser } from './plan-chooser.tsx'
import { Seats } from './seat-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'My Subscription' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const back = query.has('changed') ? 'approved' : query.get('change') === 'cancelled' ? 'cancelled' : undefined
  const api = context.get(apiContext)
  const [mine, history, plans] = await Promise.all([api(readMySubscription, {}), api(readHistory, {}), api(listPlans, {})])
  const team = mine.is_active && mine.seats > 1 ? await api(listSeats, {}) : undefined
  return { mine, team, back, history: history.items, plans: plans.items, email: context.get(requestContext).user?.email ?? '' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = textFields(await request.formData())
  try {
    const outcome = await runAction(context.get(apiContext), fields)
    return 'page' in outcome ? redirect(outcome.page) : outcome
  } catch (error) {
    return failed(error, 'This did not work. Please try again.')
  }
}

type Outcome = { done?: string; quote?: ShownQuote; fields?: Record<string, string> }

export default function MySubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { mine, history, back } = loaderData
  const { done, quote, fields = {} }: Outcome = actionData ?? {}
  useEffect(() => {
    if (done) toast(done)
  }, [done])
  return (
    <Page
      title="My Subscription"
      intro={mine.is_active ? undefined : 'With a plan you can download assets in every format.'}
      actions={
        <>
          <LinkButton to="/user/profile">Profile</LinkButton>
          <LinkButton to="/pricing">Pricing</LinkButton>
        </>
      }
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      {!actionData && back && <BackFromPayPal mine={mine} back={back} />}
      {mine.is_active ? <WithPlan {...loaderData} fields={fields} done={done} quote={quote} /> : <WithoutPlan {...loaderData} />}
      {(mine.is_active ? mine.role === 'owner' : history.length > 0) && <HistoryList items={history} />}
    </Page>
  )
}

/** PayPal's event may arrive shortly after the client returns. */
function BackFromPayPal({ mine, back }: Pick<Loaded, 'mine' | 'back'>) {
  if (back === 'cancelled') return <Notice>You left PayPal without approving the change. Nothing has changed.</Notice>
  if (mine.approve_url) return <Notice>We are waiting for PayPal to confirm your approval. Please reload this page in a moment.</Notice>
  return <Notice tone="good">The change is approved.</Notice>
}

type Loaded = Route.ComponentProps['loaderData']

type Shown = Loaded & { fields: Record<string, string>; done: string | undefined; quote: ShownQuote | undefined }

function WithPlan({ mine, team, plans, email, fields, done, quote }: Shown) {
  const isOwner = mine.role === 'owner'
  return (
    <div className={css['desk']}>
      <div className={css['column']}>
        <CurrentPlan plan={mine} />
        {team && <Seats team={team} isOwner={isOwner} ownEmail={email} error={fields['email']} invited={done} />}
      </div>
      {isOwner && mine.plan_type === 'free' && <PaidPlans plans={plans} level="h3" />}
      {isOwner && quote && <ChangeQuote mine={mine} plans={plans} quote={quote} />}
      {isOwner && !quote && mine.can_change && <PlanChooser mine={mine} plans={plans} />}
    </div>
  )
}

function WithoutPlan({ plans }: Loaded) {
  return (
    <>
      <Notice title="You have no active plan.">Choose a plan. It starts as soon as PayPal has received the payment.</Notice>
      <PaidPlans plans={plans} />
    </>
  )
}

function PaidPlans({ plans, level = 'h2' }: Pick<Loaded, 'plans'> & { level?: 'h2' | 'h3' }) {
  return (
    <PlansByInterval
      plans={plans}
      level={level}
      action={({ id, name, popular }) => (
        <LinkButton to={`/pay/subscribe?plan_id=${id}`} kind={popular ? 'main' : 'plain'} wide>
          Subscribe to {name}
        </LinkButton>
      )}
    />
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="My Subscription" title="Failed to load your subscription." />
}
