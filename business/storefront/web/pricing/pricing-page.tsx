import { type MouseEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ArtworkStrip, findArtwork } from '#catalogue/web/index.ts'
import { saveIntent } from '#licensing/web/index.ts'
import { apiContext, publicPageHeaders, requestContext } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { listPlans, type MySubscription, readMySubscription, type ShownPlan } from '#subscriptions/contract.ts'
import type { PlanId } from '#subscriptions/rules.ts'
import { PlansByInterval, SubscribeDialog } from '#subscriptions/web/index.ts'
import type { Route } from './+types/pricing-page.ts'
import { PricingNotes } from './pricing-notes.tsx'
import css from './pricing-page.module.css'
import { WaysTable } from './ways-table.tsx'

const PAGE_META = {
  path: '/pricing',
  title: 'Pricing',
  description: 'Compare our monthly and yearly plans, single licenses, and the free license.'
}

export const meta: Route.MetaFunction = ({ loaderData }) => publicMeta(PAGE_META, loaderData?.site)

export const headers = publicPageHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const role = context.get(requestContext).user?.role ?? null
  const [{ items: plans }, mine, works] = await Promise.all([
    api(listPlans, {}),
    role === 'client' ? api(readMySubscription, {}) : null,
    findArtwork(api, 'illustration')
  ])
  const active = mine?.is_active ? mine : null
  // A free plan ends when a paid plan starts, so it does not block a purchase.
  const isFree = active?.plan_type === 'free'
  return { site: siteOf(context), plans, works, role, mine: isFree ? null : active, free_plan: isFree ? active.plan_name : null }
}

export default function PricingPage({ loaderData: { plans, works, role, mine, free_plan } }: Route.ComponentProps) {
  const [selected, setSelected] = useState<ShownPlan>()
  const navigate = useNavigate()
  const isStaff = role !== null && role !== 'client'
  const signIn = async (planId: PlanId) => {
    saveIntent({ type: 'subscription', planId })
    await navigate('/login?next=/resume-checkout')
  }
  return (
    <Page
      title={PAGE_META.title}
      intro="Choose a plan for many assets, a license for a single asset, or the free license. All prices are in US dollars."
    >
      <ArtworkStrip label="Illustrations from the catalogue" works={works} wide />
      {isStaff && <Notice>Plans are for client accounts.</Notice>}
      {mine && <Notice title={`You have the ${mine.plan_name} plan.`}>You can change or cancel it under My Subscription.</Notice>}
      {free_plan && <Notice title={`You have the ${free_plan} plan.`}>It ends when a paid plan starts.</Notice>}
      <section className={css['section']} aria-label="Plans">
        <PlansByInterval
          plans={plans}
          current={mine?.plan_id}
          action={(plan) =>
            mine ? <ManageLink plan={plan} mine={mine} /> : !isStaff && <SubscribeLink plan={plan} onSelect={setSelected} />
          }
        />
        {mine && !mine.plan_id && <LinkButton to="/client/subscriptions">My Subscription</LinkButton>}
      </section>
      <WaysTable plans={plans} />
      <PricingNotes />
      {selected && (
        <SubscribeDialog plan={selected} isSignedIn={role !== null} onClose={() => setSelected(undefined)} onSignedOut={signIn} />
      )}
    </Page>
  )
}

/** A change of plan is quoted under My Subscription. */
function ManageLink({ plan: { id, name }, mine: { plan_id, can_change } }: { plan: ShownPlan; mine: MySubscription }) {
  const isCurrent = id === plan_id
  if (!isCurrent && !can_change) return null
  return (
    <LinkButton to="/client/subscriptions" wide>
      {isCurrent ? 'My Subscription' : `Change to ${name}`}
    </LinkButton>
  )
}

/** Opens the dialog. Before hydration the link leads to the payment page, which asks for the same. */
function SubscribeLink({ plan, onSelect }: { plan: ShownPlan; onSelect: (plan: ShownPlan) => void }) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onSelect(plan)
  }
  return (
    <LinkButton to={`/pay/subscribe?plan_id=${plan.id}`} kind={plan.popular ? 'main' : 'plain'} wide onClick={open}>
      Subscribe to {plan.name}
    </LinkButton>
  )
}
