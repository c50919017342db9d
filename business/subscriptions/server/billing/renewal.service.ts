import { PayPalRefusal, PayPalUnreachable, spendCall } from '#payments/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, type Tx } from '#platform/server/index.ts'
import { type cancelRenewal, type changePlan, refusals, type resumeRenewal } from '../../contract.ts'
import { isOpen, type Plan, planOf } from '../../rules.ts'
import { accessEnd, cancelLater, canResume, isWithinPaidPeriod, stopRenewal } from '../life.service.ts'
import { mailRenewalCancelled, mailRenewalResumed } from '../mailing.service.ts'
import * as queries from '../queries.ts'
import { countSeats } from '../seats/seats.queries.ts'
import { mine, requireOwnOpen } from '../service.ts'
import type { Subscription } from '../tables.ts'
import { insertConsentToChange } from './consent.service.ts'
import { addEvent } from './history.service.ts'
import { cancelAtPayPal, updateRenewalAtPayPal, updateRenewalLater, withLock } from './paypal-status.service.ts'
import { orUnavailable, withProviderPlan } from './provider-plans.service.ts'
import { syncSubscription } from './sync.service.ts'

/**
 * Cancels the renewal; a repeated call changes nothing. Until the paid period ends PayPal is only suspended, so that the owner can
 * resume. A renewal that is already due is canceled at PayPal permanently.
 */
export async function cancel(ctx: Ctx): Promise<Answer<typeof cancelRenewal>> {
  const own = await requireOwnOpen(ctx)
  if (!own.auto_renew) return mine(ctx)
  await spendCall(ctx, 'cancel_renewal')
  if (!(await pauseRenewal(ctx, own))) await endRenewal(ctx, own)
  return mine(ctx)
}

/**
 * Stores the cancellation first: even if PayPal cannot be reached now, a job suspends the subscription, and a later charge is refunded. Returns false
 * when the renewal is already due.
 */
async function pauseRenewal(ctx: Ctx, subscription: Subscription): Promise<boolean> {
  const isPaused = await withLock(ctx, subscription, async (ctx, locked) => {
    if (!locked.auto_renew) return true
    if (!isWithinPaidPeriod(locked, ctx.now)) return false
    const { id, plan_name, period_ends_at, next_plan_agreed } = locked
    const paused = await queries.updateSubscription(ctx.db, id, {
      auto_renew: false,
      renewal_paused_at: ctx.now,
      access_ends_at: period_ends_at,
      change_url: null,
      ...(!next_plan_agreed && { next_plan_id: null, next_price_cents: null })
    })
    await addEvent(ctx, { subscription_id: id, kind: 'cancelled', description: `Renewal of ${plan_name} canceled` })
    await mailRenewalCancelled(ctx, paused)
    await updateRenewalLater(ctx, paused)
    return true
  })
  if (isPaused) await updateNowOrLater(ctx, subscription)
  return isPaused
}

/** Undoes a canceled renewal before the paid period ends; a repeated call changes nothing. Refuses when PayPal has ended the subscription. */
export async function resume(ctx: Ctx): Promise<Answer<typeof resumeRenewal>> {
  const own = await requireOwnOpen(ctx)
  if (own.auto_renew) return mine(ctx)
  if (!canResume(own, ctx.now)) throw refuse(refusals, 'not_resumable')
  await spendCall(ctx, 'resume_renewal')
  // The subscriber may have canceled at PayPal in the meantime.
  await orUnavailable(syncSubscription(ctx, own))
  await withLock(ctx, own, resumeLocked)
  await updateNowOrLater(ctx, own)
  const subscription = await mine(ctx)
  if (!subscription.auto_renew) throw refuse(refusals, 'not_resumable')
  return subscription
}

async function resumeLocked(ctx: Ctx<Tx>, locked: Subscription): Promise<void> {
  if (isOpen(locked.state) && locked.auto_renew) return
  if (!canResume(locked, ctx.now)) throw refuse(refusals, 'not_resumable')
  const { id, plan_name } = locked
  const resumed = await queries.updateSubscription(ctx.db, id, {
    auto_renew: true,
    renewal_paused_at: null,
    access_ends_at: accessEnd({ ...locked, auto_renew: true })
  })
  await addEvent(ctx, { subscription_id: id, kind: 'resumed', description: `Renewal of ${plan_name} resumed` })
  await mailRenewalResumed(ctx, resumed)
  await updateRenewalLater(ctx, resumed)
}

/** Tries once now; the queued job retries when PayPal refuses or cannot be reached. */
async function updateNowOrLater(ctx: Ctx, { id }: Subscription): Promise<void> {
  try {
    await updateRenewalAtPayPal(ctx, id)
  } catch (error) {
    if (!(error instanceof PayPalRefusal) && !(error instanceof PayPalUnreachable)) throw error
    ctx.log.warn({ err: error, subscription_id: id }, 'the renewal of a plan could not be updated at PayPal; a job tries again')
  }
}

/** Ends the renewal permanently. PayPal comes first: what it charged until then counts as paid. */
export async function endRenewal(ctx: Ctx, subscription: Subscription): Promise<void> {
  await orUnavailable(cancelAtPayPal(ctx, subscription))
  // Finds a renewal that PayPal charged just before. If PayPal cannot respond now, a job asks again until it does, even after the plan ended.
  const isSynced = await syncSubscription(ctx, subscription).then(
    () => true,
    (err: unknown) => {
      ctx.log.warn({ err, subscription_id: subscription.id }, 'a plan could not be read at PayPal; a job asks again')
      return false
    }
  )
  await withLock(ctx, subscription, async (ctx, locked) => {
    // A period that is over may have been renewed, so it does not end before PayPal was asked.
    const isOver = locked.period_ends_at !== null && locked.period_ends_at <= ctx.now
    const mayStop = isOpen(locked.state) && (locked.auto_renew || canResume(locked, ctx.now)) && (isSynced || !isOver)
    const stopped = mayStop ? await stopRenewal(ctx, locked) : locked
    if (!isSynced) await cancelLater(ctx, stopped)
  })
}

/** Changes the plan from the next period on, once the client approves it at PayPal. Choosing the current plan undoes a pending change. */
export async function change(ctx: Ctx, { body: { plan_id } }: Received<typeof changePlan>): Promise<Answer<typeof changePlan>> {
  await spendCall(ctx, 'change_plan')
  const own = await requireOwnOpen(ctx)
  if (own.source === 'admin' || !own.provider_subscription_id) throw refuse(refusals, 'by_hand')
  if (!own.auto_renew) throw refuse(refusals, 'no_renewal')
  const isPending = plan_id === own.next_plan_id && own.next_plan_agreed && own.next_price_cents === null
  if (plan_id === own.plan_id && !own.next_plan_id) throw refuse(refusals, 'same_plan')
  // PayPal does not know a change that was not approved there, so it is only removed here.
  if (plan_id === own.plan_id && !own.next_plan_agreed) await removeChange(ctx, own)
  else if (!isPending) await requestChange(ctx, own, planFor(own, plan_id))
  return mine(ctx)
}

/** Returns the plan to ask PayPal for: the current one at the price the client pays, another one at its list price. */
function planFor({ plan_id: current, plan_name, price_cents }: Subscription, plan_id: Plan['id']): Plan {
  return plan_id === current ? { ...planOf(plan_id), name: plan_name, price_cents } : planOf(plan_id)
}

/** Removes a change that the client has not approved at PayPal. */
export const removeChange = (ctx: Ctx, subscription: Subscription): Promise<void> =>
  withLock(ctx, subscription, async (ctx, { id, next_plan_agreed }) => {
    if (!next_plan_agreed) await queries.updateSubscription(ctx.db, id, { next_plan_id: null, next_price_cents: null, change_url: null })
  })

async function requestChange(ctx: Ctx, own: Subscription, next: Plan): Promise<void> {
  if ((await countSeats(ctx.db, own.id)) + 1 > next.seats) throw refuse(refusals, 'too_many_members')
  const { approve_url } = await reviseAtPayPal(ctx, own, next)
  await withLock(ctx, own, async (ctx, locked) => {
    if (!isOpen(locked.state) || !locked.auto_renew) throw refuse(refusals, 'no_renewal')
    const isBack = next.id === locked.plan_id
    // A change approved earlier remains the next plan until this one is approved as well.
    const requested = locked.next_plan_agreed ? {} : { next_plan_id: isBack ? null : next.id, next_price_cents: null }
    await insertConsentToChange(ctx, locked, next)
    await queries.updateSubscription(ctx.db, own.id, { ...requested, change_url: approve_url ?? null })
  })
}

/** Asks PayPal to charge another plan or price from the next period on. Returns the page where the client approves it, if PayPal requires that. */
export function reviseAtPayPal(ctx: Ctx, { id, provider_subscription_id }: Subscription, next: Plan) {
  const { brand_name, public_url } = ctx.ports.settings
  const page = `${public_url}/client/subscriptions`
  return withProviderPlan(ctx, next, (provider_plan_id) =>
    ctx.ports.paypal.reviseSubscription({
      provider_subscription_id: provider_subscription_id ?? '',
      provider_plan_id,
      change_id: `${id}-${next.id}-${next.price_cents}-${ctx.now.getTime()}`,
      brand_name,
      return_url: `${page}?changed=1`,
      cancel_url: `${page}?change=cancelled`
    })
  )
}
