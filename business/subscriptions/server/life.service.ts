import { releaseCoupon } from '#coupons/server/index.ts'
import { type Ctx, refuse, type Tx } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import { GRACE_DAYS, isOpen } from '../rules.ts'
import { addEvent } from './billing/history.service.ts'
import { CANCEL_AT_PAYPAL } from './jobs.ts'
import { mailEnded, mailRenewalCancelled } from './mailing.service.ts'
import * as queries from './queries.ts'
import type { EndReason, Subscription } from './tables.ts'

export const DAY_MS = 86_400_000
export const daysAfter = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS)

type Standing = Pick<Subscription, 'plan_type' | 'period_ends_at' | 'auto_renew'>

/** Returns when access ends. A plan that renews gets the grace days too, because PayPal's event may arrive late. */
export function accessEnd({ plan_type, period_ends_at, auto_renew }: Standing): Date | null {
  if (plan_type === 'free' || period_ends_at === null) return null
  return auto_renew ? daysAfter(period_ends_at, GRACE_DAYS) : period_ends_at
}

/** False once access has ended by the clock, even if no job has ended the plan yet. */
export const isOpenNow = ({ state, access_ends_at }: Subscription, now: Date): boolean =>
  isOpen(state) && (access_ends_at === null || access_ends_at > now)

/** Returns the state to show: 'ended' once access has ended by the clock, even if no job has stored it yet. */
export const stateNow = (subscription: Subscription, now: Date): Subscription['state'] =>
  isOpen(subscription.state) && !isOpenNow(subscription, now) ? 'ended' : subscription.state

/** Whether the period that is paid at PayPal is still running. Days added by an admin do not count: PayPal charges before them. */
export function isWithinPaidPeriod({ state, period_ends_at, extended_days }: Subscription, now: Date): boolean {
  return state === 'active' && period_ends_at !== null && daysAfter(period_ends_at, -extended_days) > now
}

/** Whether the owner canceled the renewal and PayPal is only suspended, so that the renewal can be resumed. */
export function canResume(subscription: Subscription, now: Date): boolean {
  const { source, auto_renew, renewal_paused_at, cancelled_at, cancel_due } = subscription
  const isPaused = source === 'paypal' && !auto_renew && renewal_paused_at !== null
  return isPaused && cancelled_at === null && !cancel_due && isWithinPaidPeriod(subscription, now)
}

/** Locks the owner's plans and then this one, always in this order, until the transaction ends. */
export async function lock({ db }: Ctx<Tx>, { id, owner_id }: Pick<Subscription, 'id' | 'owner_id'>): Promise<Subscription> {
  await queries.lockOwner(db, owner_id)
  const subscription = await queries.lockSubscription(db, id)
  if (!subscription) throw refuse(refusals, 'subscription_not_found')
  return subscription
}

const END_TEXTS: Record<EndReason, string> = {
  period_over: 'The paid period is over.',
  unpaid: 'The renewal could not be charged.',
  cancelled: 'Ended by our team.',
  refunded: 'A payment for it was refunded.',
  abandoned: 'It was not approved at PayPal.',
  replaced: 'Another plan replaced it.',
  second: 'Another plan was already active.',
  lapsed: 'The change was paid too late.',
  account_deleted: 'The account was deleted.'
}
/** Reasons without a mail: the owner already knows, or gets another mail. */
const WITHOUT_MAIL: readonly EndReason[] = ['abandoned', 'replaced', 'second', 'lapsed', 'account_deleted']

/** Clears a pending change of plan or price. */
export const NO_CHANGE = { next_plan_id: null, next_price_cents: null, next_plan_agreed: false, change_url: null } as const

/** No payment is cheaper any more, or the first one of a change was made. */
export const NO_INTRO = { intro_cents: null, intro_payments: null } as const

/** Ends a locked plan: it gives no downloads and nothing more is charged. Keeps renewal_paused_at, so that a late charge is refunded. */
export async function end(ctx: Ctx<Tx>, subscription: Subscription, reason: EndReason): Promise<Subscription> {
  const { id, plan_name, source, state, provider_subscription_id, cancelled_at } = subscription
  const cancel_due = source === 'paypal' && provider_subscription_id !== null && state !== 'created' && cancelled_at === null
  const ended = await queries.updateSubscription(ctx.db, id, {
    state: 'ended',
    ended_at: ctx.now,
    end_reason: reason,
    auto_renew: false,
    grace_ends_at: null,
    access_ends_at: null,
    renewal_due: false,
    ...NO_CHANGE
  })
  if (subscription.started_at === null) await releaseCoupon(ctx, id)
  if (isOpen(state)) {
    await addEvent(ctx, { subscription_id: id, kind: 'ended', description: `${plan_name} ended. ${END_TEXTS[reason]}` })
    await ctx.ports.plan_licenses.close(ctx, id)
    if (!WITHOUT_MAIL.includes(reason)) await mailEnded(ctx, ended, END_TEXTS[reason])
  }
  return cancel_due ? cancelLater(ctx, ended) : ended
}

/** Queues the cancellation at PayPal. The job retries until PayPal confirms. */
export async function cancelLater({ db, ports }: Ctx<Tx>, { id }: Subscription): Promise<Subscription> {
  await ports.jobs.send(db, CANCEL_AT_PAYPAL, { subscription_id: id })
  return queries.updateSubscription(db, id, { cancel_due: true })
}

/** Ends what must end before another plan opens: plans that are over by the clock, and a free plan. Returns false when a paid plan is still open. */
export async function clearWay(ctx: Ctx<Tx>, { id, owner_id, plan_type }: Pick<Subscription, 'id' | 'owner_id' | 'plan_type'>) {
  for (const other of await queries.findAllOpen(ctx.db, owner_id)) {
    if (other.id === id) continue
    if (!isOpenNow(other, ctx.now)) await endByClock(ctx, other)
    else if (other.plan_type === 'free' && plan_type !== 'free') await end(ctx, other, 'replaced')
    else if ((other.plan_type === 'free') === (plan_type === 'free')) return false
  }
  return true
}

/** PayPal may have charged since the last sync. The cancel job syncs and finds out. */
async function endByClock(ctx: Ctx<Tx>, subscription: Subscription): Promise<void> {
  const ended = await end(ctx, subscription, subscription.auto_renew ? 'unpaid' : 'period_over')
  if (ended.source === 'paypal' && !ended.cancel_due) await cancelLater(ctx, ended)
}

/** Ends the renewal of a locked plan permanently. Access continues until the end of the paid period. */
export async function stopRenewal(ctx: Ctx<Tx>, subscription: Subscription, why = ''): Promise<Subscription> {
  const { id, plan_name, period_ends_at, renewal_paused_at } = subscription
  // The owner already knows about a renewal that was paused before.
  const isNews = renewal_paused_at === null
  const stopped = await queries.updateSubscription(ctx.db, id, {
    state: 'active',
    auto_renew: false,
    cancelled_at: ctx.now,
    grace_ends_at: null,
    access_ends_at: period_ends_at,
    renewal_due: false,
    ...NO_CHANGE
  })
  if (isNews) await addEvent(ctx, { subscription_id: id, kind: 'cancelled', description: `Renewal of ${plan_name} canceled${why}` })
  if (period_ends_at && period_ends_at <= ctx.now) return end(ctx, stopped, isNews ? 'unpaid' : 'period_over')
  if (isNews) await mailRenewalCancelled(ctx, stopped)
  return stopped
}
