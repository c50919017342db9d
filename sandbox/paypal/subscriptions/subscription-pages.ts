import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../context.ts'
import type { Plan, PlanOverride, Revision, Subscription } from '../documents.ts'
import { approvalPage, choiceOf, leave, merchantOf, type Sheet, show, unknown } from '../pages/approval-page.ts'
import { html } from '../pages/html.ts'
import { nextCharge, nextCycle, regularCharge, regularCycle } from './cycles.ts'
import { requirePlan } from './plans.ts'
import { approveRevision } from './revisions.ts'
import { approveSubscription, failRenewal, requireSubscription } from './subscriptions.ts'

const BEGIN = '/webapps/billing/subscriptions'
const CHANGE = `${BEGIN}/update`

/** Serves the pages on which a subscriber agrees to a subscription or to a plan change. */
export function subscriptionPages(app: FastifyInstance, sandbox: Sandbox): void {
  beginPage(app, sandbox)
  changePage(app, sandbox)
}

function beginPage(app: FastifyInstance, sandbox: Sandbox): void {
  app.get(BEGIN, (request, reply) => {
    const subscription = findSubscription(sandbox, request.query)
    if (!subscription) return unknown(reply)
    const { status, plan_id, experience } = subscription
    if (status !== 'APPROVAL_PENDING') {
      return show(reply, 'Already answered', html`<p>You already answered this request.</p>`, experience.return_url)
    }
    return reply.type('text/html').send(approvalPage(beginSheet(subscription, requirePlan(sandbox, plan_id))))
  })
  app.post(BEGIN, (request, reply) => {
    const subscription = findSubscription(sandbox, request.body)
    const choice = choiceOf(request.body)
    if (!subscription || !choice) return unknown(reply)
    const { return_url, cancel_url } = subscription.experience
    const names = namesOf(subscription, subscription.ba_token)
    if (choice === 'cancel') return leave(reply, cancel_url, names)
    sandbox.store.transaction(() => (choice === 'approve' ? approveSubscription : failRenewal)(sandbox, subscription))
    sandbox.deliveries.wake()
    return leave(reply, choice === 'approve' ? return_url : cancel_url, names)
  })
}

function changePage(app: FastifyInstance, sandbox: Sandbox): void {
  app.get(CHANGE, (request, reply) => {
    const revision = sandbox.store.find('revision', tokenOf(request.query))
    if (!revision) return unknown(reply)
    if (!revision.open) return show(reply, 'Already answered', html`<p>This change was already made.</p>`, revision.experience.return_url)
    return reply.type('text/html').send(approvalPage(changeSheet(sandbox, revision)))
  })
  app.post(CHANGE, (request, reply) => {
    const revision = sandbox.store.find('revision', tokenOf(request.body))
    const choice = choiceOf(request.body)
    if (!revision || !choice) return unknown(reply)
    const { return_url, cancel_url } = revision.experience
    const names = namesOf(requireSubscription(sandbox, revision.subscription_id), revision.id)
    if (choice !== 'approve') return leave(reply, cancel_url, names)
    if (revision.open) sandbox.store.transaction(() => approveRevision(sandbox, revision))
    sandbox.deliveries.wake()
    return leave(reply, return_url, names)
  })
}

const tokenOf = (named: unknown): string => String((named as { ba_token?: string }).ba_token ?? '')

function findSubscription(sandbox: Sandbox, named: unknown): Subscription | undefined {
  return sandbox.store.listBy('subscription', 'ba_token', tokenOf(named))[0]
}

const namesOf = ({ id: subscription_id }: Subscription, ba_token: string) => ({ subscription_id, ba_token, token: ba_token.slice(3) })

function beginSheet(subscription: Subscription, plan: Plan): Sheet {
  const { id, ba_token, experience } = subscription
  return {
    ...priced(subscription, plan, 'from today'),
    lead: 'Subscribe to',
    merchant: merchantOf(experience),
    token: { name: 'ba_token', value: ba_token },
    approve: 'Agree and subscribe',
    decline: true,
    reference: `Subscription ${id}`
  }
}

function changeSheet(sandbox: Sandbox, { id, subscription_id, plan_id, plan_override, experience }: Revision): Sheet {
  const subscription = requireSubscription(sandbox, subscription_id)
  return {
    ...priced({ ...subscription, cycles_completed: 0, plan_override }, requirePlan(sandbox, plan_id), 'from the next period'),
    lead: 'Change your subscription to',
    merchant: merchantOf(experience),
    token: { name: 'ba_token', value: id },
    approve: 'Agree to the change',
    decline: false,
    reference: `Subscription ${subscription_id}`
  }
}

type Standing = Pick<Subscription, 'quantity' | 'cycles_completed'> & { plan_override?: PlanOverride | undefined }

/** A first payment at another price is shown before the price that follows. */
function priced(subscription: Standing, plan: Plan, from: string): Pick<Sheet, 'lines' | 'total'> {
  const { interval_unit, interval_count = 1 } = regularCycle(plan).frequency
  const unit = interval_unit.toLowerCase()
  const period = interval_count === 1 ? unit : `${interval_count} ${unit}s`
  const label = plan.description ? `${plan.name}: ${plan.description}` : plan.name
  const { tenure_type, total_cycles = 1 } = nextCycle(plan, subscription)
  const { amount } = nextCharge(plan, subscription)
  if (tenure_type === 'REGULAR') return { lines: [{ label, amount }], total: { label: `Every ${period}, ${from}`, amount } }
  const first = total_cycles === 1 ? 'the first payment' : `each of the first ${total_cycles} payments`
  const { amount: after } = regularCharge(plan, subscription)
  return { lines: [{ label: `${label}, ${first}`, amount }], total: { label: `Every ${period} after that`, amount: after } }
}
