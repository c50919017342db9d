import type { Call, callsOf } from '../call.ts'
import type { Sandbox } from '../context.ts'
import type { Experience, PlanOverride, Revision, Subscription } from '../documents.ts'
import { newBillingToken } from '../identifiers.ts'
import { notFound, Refusal, refuse } from '../refusal.ts'
import { REVISION_REQUEST } from '../schemas.ts'
import { announce } from '../webhooks/events.ts'
import { checkedOverride } from './cycles.ts'
import { requirePlan } from './plans.ts'
import { linksOf, showSubscription } from './subscription-views.ts'
import { experienceOf, requireSubscription, saveSubscription } from './subscriptions.ts'

type RevisionRequest = { plan_id: string; plan?: PlanOverride; application_context?: Experience }

/** Serves plan changes. Nothing changes until the subscriber agrees, and the price changes with the next period. */
export function revisionCalls(serve: ReturnType<typeof callsOf>, sandbox: Sandbox): void {
  serve({ method: 'POST', url: '/v1/billing/subscriptions/:id/revise', body: REVISION_REQUEST }, ({ id, body }: Call<RevisionRequest>) => {
    const subscription = sandbox.store.find('subscription', id)
    if (!subscription) throw notRevisable()
    return showRevision(sandbox, subscription, createRevision(sandbox, subscription, body))
  })
}

function createRevision(sandbox: Sandbox, subscription: Subscription, request: RevisionRequest): Revision {
  const { id: subscription_id, plan_id: before } = subscription
  requireRevisable(subscription)
  const plan = sandbox.store.find('plan', request.plan_id)
  if (!plan) throw notRevisable()
  if (plan.status !== 'ACTIVE') throw refuse('PLAN_STATUS_INVALID')
  if (plan.product_id !== requirePlan(sandbox, before).product_id) throw refuse('PLAN_PRODUCT_NOT_COMPATIBLE')
  const experience = experienceOf(request.application_context)
  const plan_override = checkedOverride(plan, request.plan)
  const overridden = plan_override && { plan_override }
  const revision = { id: newBillingToken(), subscription_id, plan_id: plan.id, ...overridden, experience, open: true }
  sandbox.store.put('revision', revision)
  return revision
}

/** The wording differs from other calls. */
const notRevisable = () => notFound('Requested resource ID was not found.')

/** PayPal's description names no specific issue for this refusal. */
function requireRevisable({ status }: Subscription): void {
  if (status !== 'ACTIVE' && status !== 'SUSPENDED') throw new Refusal('UNPROCESSABLE_ENTITY')
}

function showRevision(sandbox: Sandbox, subscription: Subscription, { id, plan_id, plan_override }: Revision) {
  const approve = { href: `${sandbox.url}/webapps/billing/subscriptions/update?ba_token=${id}`, rel: 'approve', method: 'GET' }
  return {
    plan_id,
    plan_overridden: plan_override !== undefined,
    quantity: subscription.quantity,
    links: [approve, ...linksOf(sandbox, subscription)]
  }
}

/** Returns the latest plan change, if the subscriber has not answered it yet. */
export function openRevisionOf(sandbox: Sandbox, { id }: Subscription): Revision | undefined {
  return sandbox.store
    .listBy('revision', 'subscription_id', id)
    .filter(({ open }) => open)
    .at(-1)
}

/** The subscriber agrees: the next period uses the new plan. */
export function approveRevision(sandbox: Sandbox, revision: Revision): Subscription {
  const before = requireSubscription(sandbox, revision.subscription_id)
  requireRevisable(before)
  sandbox.store.put('revision', { ...revision, open: false })
  const { plan_override: _, ...kept } = before
  const { plan_id, plan_override } = revision
  const revised = saveSubscription(sandbox, kept, { plan_id, cycles_completed: 0, ...(plan_override && { plan_override }) })
  announce(sandbox, 'BILLING.SUBSCRIPTION.UPDATED', showSubscription(sandbox, revised))
  return revised
}
