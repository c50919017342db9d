import { type MouseEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { apiContext, requestContext, shownToAll } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { listPlans, readMySubscription, type ShownPlan } from '#subscriptions/contract.ts'
import type { PlanId } from '#subscriptions/rules.ts'
import { PlanCards, SubscribeDialog } from '#subscriptions/web/index.ts'
import type { Route } from './+types/pricing-page.ts'
import { PricingNotes } from './pricing-notes.tsx'
import css from './pricing-page.module.css'
import { WaysTable } from './ways-table.tsx'

const FACTS = {
  path: '/pricing',
  title: 'Pricing',
  description: 'Two monthly plans, single licenses and the free license, side by side in numbers.'
}

export const meta: Route.MetaFunction = ({ loaderData }) => publicMeta(FACTS, loaderData?.site)

export const headers = shownToAll

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const role = context.get(requestContext).user?.role ?? null
  const [{ items: plans }, mine] = await Promise.all([api(listPlans, {}), role === 'client' ? api(readMySubscription, {}) : null])
  return { site: siteOf(context), plans, role, mine: mine?.is_active ? mine : null }
}

export default function PricingPage({ loaderData: { plans, role, mine } }: Route.ComponentProps) {
  const [wanted, setWanted] = useState<ShownPlan>()
  const navigate = useNavigate()
  const isStaff = role !== null && role !== 'client'
  const signIn = async (planId: PlanId) => {
    const { saveIntent } = await import('#licensing/web/index.ts')
    saveIntent({ type: 'subscription', planId })
    await navigate('/login?next=/resume-checkout')
  }
  return (
    <Page title={FACTS.title} intro="A plan for many assets, a license for one, or the free license. All prices in US dollars.">
      {isStaff && <Notice>Plans are for client accounts.</Notice>}
      {mine && <Notice title={`You have the ${mine.plan_name} plan.`}>Change or cancel it under My Subscription.</Notice>}
      <section className={css['section']} aria-label="Plans">
        <PlanCards
          plans={plans}
          current={mine?.plan_id}
          action={(plan) =>
            mine ? <ManageLink isShown={plan.id === mine.plan_id} /> : !isStaff && <SubscribeLink plan={plan} onWant={setWanted} />
          }
        />
        {mine && !mine.plan_id && <ManageLink isShown />}
      </section>
      <WaysTable plans={plans} />
      <PricingNotes />
      {wanted && <SubscribeDialog plan={wanted} isSignedIn={role !== null} onClose={() => setWanted(undefined)} onSignedOut={signIn} />}
    </Page>
  )
}

function ManageLink({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <LinkButton to="/client/subscriptions" wide>
      My Subscription
    </LinkButton>
  )
}

/** Before the page comes alive it leads to the payment page, which asks for the same as the dialog. */
function SubscribeLink({ plan, onWant }: { plan: ShownPlan; onWant: (plan: ShownPlan) => void }) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onWant(plan)
  }
  return (
    <LinkButton to={`/pay/subscribe?plan_id=${plan.id}`} kind={plan.popular ? 'main' : 'plain'} wide onClick={open}>
      Subscribe to {plan.name}
    </LinkButton>
  )
}
