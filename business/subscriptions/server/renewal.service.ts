import { spendCall } from '#payments/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse } from '#platform/server/index.ts'
import { type cancelRenewal, type changePlan, no } from '../contract.ts'
import { isOpen, planOf } from '../rules.ts'
import { keepConsentToChange } from './consent.service.ts'
import { cancelLater, lock, stopRenewal } from './life.service.ts'
import { orUnavailable, withProviderPlan } from './provider-plans.service.ts'
import * as queries from './queries.ts'
import { countSeats } from './seats.queries.ts'
import { mine, requireOwnOpen } from './service.ts'
import { cancelAtPayPal, syncSubscription } from './sync.service.ts'
import type { Subscription } from './tables.ts'

/** One click, and a second one changes nothing: no more is charged, access remains to the end of what is paid. */
export async function cancel(ctx: Ctx): Promise<Answer<typeof cancelRenewal>> {
  const own = await requireOwnOpen(ctx)
  if (own.auto_renew) await endRenewal(ctx, own)
  return mine(ctx)
}

/** PayPal first: what it has charged until then is paid, and counts. */
export async function endRenewal(ctx: Ctx, subscription: Subscription): Promise<void> {
  await orUnavailable(cancelAtPayPal(ctx, subscription))
  // With the renewal that PayPal charged a moment before; where PayPal cannot tell now, a job asks until it does, also after the plan's end.
  const isAsked = await syncSubscription(ctx, subscription).then(
    () => true,
    () => false
  )
  await inTransaction(ctx, async (ctx) => {
    const locked = await lock(ctx, subscription)
    // A period that is over is perhaps paid anew: that is not ended before PayPal was asked.
    const isOver = locked.period_ends_at !== null && locked.period_ends_at <= ctx.now
    const mayStop = isOpen(locked.state) && locked.auto_renew && (isAsked || !isOver)
    const stopped = mayStop ? await stopRenewal(ctx, locked) : locked
    if (!isAsked) await cancelLater(ctx, stopped)
  })
}

/** From the next period on, once it is agreed at PayPal; the plan one has takes the change back. */
export async function change(ctx: Ctx, { body: { plan_id } }: Received<typeof changePlan>): Promise<Answer<typeof changePlan>> {
  await spendCall(ctx, 'change_plan')
  const own = await requireOwnOpen(ctx)
  if (own.source === 'admin' || !own.provider_subscription_id) throw refuse(no, 'by_hand')
  if (!own.auto_renew) throw refuse(no, 'no_renewal')
  if (plan_id === own.plan_id && !own.next_plan_id) throw refuse(no, 'same_plan')
  // Nothing at PayPal holds a change that nobody agreed to there.
  if (plan_id === own.plan_id && !own.next_plan_agreed) await forgetChange(ctx, own)
  else if (plan_id !== own.next_plan_id || !own.next_plan_agreed) await askForChange(ctx, own, plan_id)
  return mine(ctx)
}

async function forgetChange(ctx: Ctx, own: Subscription): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const locked = await lock(ctx, own)
    if (!locked.next_plan_agreed) await queries.updateSubscription(ctx.db, own.id, { next_plan_id: null, change_url: null })
  })
}

async function askForChange(ctx: Ctx, own: Subscription, plan_id: NonNullable<Subscription['plan_id']>): Promise<void> {
  const next = planOf(plan_id)
  if ((await countSeats(ctx.db, own.id)) + 1 > next.seats) throw refuse(no, 'too_many_members')
  const { brand_name, public_url } = ctx.ports.settings
  const page = `${public_url}/client/subscriptions`
  const { approve_url } = await withProviderPlan(ctx, plan_id, (provider_plan_id) =>
    ctx.ports.paypal.reviseSubscription({
      provider_subscription_id: own.provider_subscription_id!,
      provider_plan_id,
      change_id: `${own.id}-${plan_id}-${ctx.now.getTime()}`,
      brand_name,
      return_url: `${page}?changed=1`,
      cancel_url: `${page}?change=cancelled`
    })
  )
  await inTransaction(ctx, async (ctx) => {
    const locked = await lock(ctx, own)
    if (!isOpen(locked.state) || !locked.auto_renew) throw refuse(no, 'no_renewal')
    // A change agreed before stays the next plan until this one is agreed to as well.
    const asked = locked.next_plan_agreed ? {} : { next_plan_id: plan_id === locked.plan_id ? null : plan_id }
    await keepConsentToChange(ctx, locked, next)
    await queries.updateSubscription(ctx.db, own.id, { ...asked, change_url: approve_url ?? null })
  })
}
