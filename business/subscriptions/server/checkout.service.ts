import { spendCall, unavailable } from '#payments/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn } from '#platform/server/index.ts'
import { type checkOutSubscription, type confirmSubscription, type consentToRenewal, no } from '../contract.ts'
import { isOpen, type Plan, planOf } from '../rules.ts'
import { keepConsent } from './consent.service.ts'
import { end, lock } from './life.service.ts'
import { orUnavailable, withProviderPlan } from './provider-plans.service.ts'
import * as queries from './queries.ts'
import { mine, requireOwn } from './service.ts'
import { syncSubscription } from './sync.service.ts'
import type { Subscription } from './tables.ts'

type Begun = Answer<typeof checkOutSubscription>

/** Opens PayPal's subscription at the price of this moment; asked twice for the same plan, the same is answered until it is approved. */
export async function checkOut(ctx: Ctx, { body }: Received<typeof checkOutSubscription>): Promise<Begun> {
  if (body.renewal_consent === false) throw refuse(no, 'consent_missing')
  await spendCall(ctx, 'subscribe')
  const owner_id = signedIn(ctx).id
  await requireNone(ctx, owner_id)
  const plan = planOf(body.plan_id)
  const subscription = await findOrInsert(ctx, plan)
  if (body.renewal_consent) await keepConsent(ctx, subscription)
  return begun(subscription.provider_subscription_id ? subscription : await openAtPayPal(ctx, subscription))
}

async function requireNone(ctx: Ctx, owner_id: string): Promise<void> {
  const open = await queries.findOpen(ctx.db, owner_id, ctx.now)
  if (open && open.plan_type !== 'free') throw refuse(no, 'already_subscribed')
}

async function findOrInsert(ctx: Ctx, plan: Plan): Promise<Subscription> {
  const owner_id = signedIn(ctx).id
  const waiting = await queries.findCheckout(ctx.db, { owner_id, plan_id: plan.id })
  if (waiting && (await isStillOffered(ctx, waiting, plan))) return waiting
  const made = await queries.insertSubscription(ctx.db, {
    owner_id,
    source: 'paypal',
    plan_type: 'monthly',
    plan_id: plan.id,
    plan_name: plan.name,
    price_cents: plan.price_cents,
    seats: plan.seats,
    downloads_limit: plan.downloads_per_month,
    state: 'created',
    created_at: ctx.now
  })
  const found = made ?? (await queries.findCheckout(ctx.db, { owner_id, plan_id: plan.id }))
  if (!found) throw unavailable()
  return found
}

/** What PayPal says of a checkout that was begun before: approved meanwhile it is a plan, and given up it makes room. */
async function isStillOffered(ctx: Ctx, waiting: Subscription, { price_cents }: Plan): Promise<boolean> {
  if (!waiting.provider_subscription_id) return true
  const remote = await orUnavailable(syncSubscription(ctx, waiting))
  await requireNone(ctx, waiting.owner_id)
  if (remote?.status === 'APPROVAL_PENDING' && waiting.price_cents === price_cents) return true
  if (remote?.status === 'APPROVED' || remote?.status === 'ACTIVE') throw refuse(no, 'payment_pending')
  await inTransaction(ctx, async (ctx) => {
    const locked = await lock(ctx, waiting)
    if (locked.state === 'created') await end(ctx, locked, 'abandoned')
  })
  return false
}

/** Two at once ask PayPal with the same request id, and get the same subscription. */
async function openAtPayPal(ctx: Ctx, { id, plan_id }: Subscription): Promise<Subscription> {
  const { public_url, brand_name } = ctx.ports.settings
  return withProviderPlan(ctx, plan_id!, async (provider_plan_id) => {
    const page = `${public_url}${payPage({ id, plan_id, provider_plan_id })}`
    const { id: provider_subscription_id, approve_url } = await ctx.ports.paypal.createSubscription({
      sub_id: id,
      provider_plan_id,
      email: signedIn(ctx).email,
      brand_name,
      return_url: page,
      cancel_url: `${page}&cancelled=1`
    })
    if (!approve_url) throw unavailable()
    return queries.updateSubscription(ctx.db, id, { provider_subscription_id, provider_plan_id, approve_url })
  })
}

const payPage = ({ id, plan_id, provider_plan_id }: Pick<Subscription, 'id' | 'plan_id' | 'provider_plan_id'>): string =>
  `/pay/subscribe?${new URLSearchParams({ plan_id: plan_id!, paypal_plan_id: provider_plan_id!, sub_id: id })}`

const begun = (subscription: Subscription): Begun => ({
  sub_id: subscription.id,
  paypal_plan_id: subscription.provider_plan_id!,
  provider_subscription_id: subscription.provider_subscription_id!,
  approve_url: subscription.approve_url!,
  checkout_url: payPage(subscription)
})

export async function consent(ctx: Ctx, sub_id: string): Promise<Answer<typeof consentToRenewal>> {
  return { consented_at: (await keepConsent(ctx, await requireOwn(ctx, sub_id))).toISOString() }
}

/** Opens the plan once PayPal has taken the first payment. */
export async function confirm(ctx: Ctx, sub_id: string): Promise<Answer<typeof confirmSubscription>> {
  await spendCall(ctx, 'confirm')
  const subscription = await requireOwn(ctx, sub_id)
  if (subscription.state !== 'created' && subscription.end_reason !== 'abandoned') return outcome(ctx, subscription)
  const remote = await orUnavailable(syncSubscription(ctx, subscription))
  const now = await requireOwn(ctx, sub_id)
  if (now.started_at === null && now.end_reason !== 'second')
    throw refuse(no, remote?.status === 'ACTIVE' || remote?.status === 'APPROVED' ? 'payment_pending' : 'not_approved')
  return outcome(ctx, now)
}

function outcome(ctx: Ctx, { state, end_reason }: Subscription) {
  if (!isOpen(state) && end_reason === 'second')
    throw refuse(no, 'already_subscribed', {
      message: 'You already have an active plan. This second payment is refunded, and does not renew.'
    })
  return mine(ctx)
}
