import { PayPalRefusal, PayPalUnreachable, spendCall } from '#payments/server/index.ts'
import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, refuse, type Tx } from '#platform/server/index.ts'
import { type cancelRenewal, refusals, type resumeRenewal } from '../../contract.ts'
import { isOpen } from '../../rules.ts'
import { accessEnd, cancelLater, canResume, isWithinPaidPeriod, stopRenewal } from '../life.service.ts'
import { mailRenewalCancelled, mailRenewalResumed } from '../mailing.service.ts'
import * as queries from '../queries.ts'
import { mine, requireOwnOpen } from '../service.ts'
import type { Subscription } from '../tables.ts'
import { addEvent } from './history.service.ts'
import { cancelAtPayPal, updateRenewalAtPayPal, updateRenewalLater, withLock } from './paypal-status.service.ts'
import { orUnavailable } from './provider-plans.service.ts'
import { syncSubscription } from './sync.service.ts'

/**
 * Cancels the renewal; a repeated call changes nothing. Until the paid period ends PayPal is only suspended, so that the owner can
 * resume. A renewal that is already due is canceled at PayPal permanently.
 */
export async function cancel(ctx: Ctx): Promise<Answer<typeof cancelRenewal>> {
  const own = await requireOwnOpen(ctx)
  if (!own.auto_renew) return mine(ctx)
  await spendCall(ctx, 'cancel_renewal')
  await cancelFor(ctx, own)
  return mine(ctx)
}

/** Cancels the renewal of a plan, for its owner or for whoever has the link of its renewal notice. */
export async function cancelFor(ctx: Ctx, subscription: Subscription): Promise<void> {
  if (!subscription.auto_renew) return
  if (!(await pauseRenewal(ctx, subscription))) await endRenewal(ctx, subscription)
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
