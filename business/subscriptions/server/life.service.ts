import type { Cents } from '#platform/contract/index.ts'
import { type Ctx, refuse, type Tx } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { GRACE_DAYS, isOpen } from '../rules.ts'
import { note } from './history.service.ts'
import { CANCEL_AT_PAYPAL } from './jobs.ts'
import { mailEnded, mailRenewalCancelled } from './mailing.service.ts'
import * as queries from './queries.ts'
import type { EndReason, Subscription } from './tables.ts'

export const DAY_MS = 86_400_000
export const daysAfter = (from: Date, days: number): Date => new Date(from.getTime() + days * DAY_MS)

type Standing = Pick<Subscription, 'plan_type' | 'period_ends_at' | 'auto_renew'>

/** A renewal that is awaited has the days of grace too: PayPal's news may be late. */
export function accessEnd({ plan_type, period_ends_at, auto_renew }: Standing): Date | null {
  if (plan_type === 'free' || period_ends_at === null) return null
  return auto_renew ? daysAfter(period_ends_at, GRACE_DAYS) : period_ends_at
}

/** Open by the clock, too: what no job has ended yet is over all the same. */
export const isOpenNow = ({ state, access_ends_at }: Subscription, now: Date): boolean =>
  isOpen(state) && (access_ends_at === null || access_ends_at > now)

/** As people see it: what the clock has ended is over, also before a job has written it down. */
export const stateNow = (subscription: Subscription, now: Date): Subscription['state'] =>
  isOpen(subscription.state) && !isOpenNow(subscription, now) ? 'ended' : subscription.state

/** The owner's plans and this one, held until the transaction ends; always in this order. */
export async function lock({ db }: Ctx<Tx>, { id, owner_id }: Pick<Subscription, 'id' | 'owner_id'>): Promise<Subscription> {
  await queries.lockOwner(db, owner_id)
  const subscription = await queries.lockSubscription(db, id)
  if (!subscription) throw refuse(no, 'subscription_not_found')
  return subscription
}

const WHY: Record<EndReason, string> = {
  period_over: 'The paid period is over.',
  unpaid: 'The renewal could not be charged.',
  cancelled: 'Ended by our team.',
  refunded: 'Its payment was refunded.',
  abandoned: 'It was not approved at PayPal.',
  replaced: 'Another plan took its place.',
  second: 'Another plan was active already.',
  account_deleted: 'The account was deleted.'
}
/** Of these the owner knows, or is told elsewhere. */
const UNTOLD: readonly EndReason[] = ['abandoned', 'replaced', 'second', 'account_deleted']

/** Ends a locked plan: nothing is given or charged any more. */
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
    next_plan_id: null,
    next_plan_agreed: false,
    change_url: null
  })
  if (isOpen(state)) {
    await note(ctx, { subscription_id: id, kind: 'ended', description: `${plan_name} ended. ${WHY[reason]}` })
    await ctx.ports.plan_licenses.close(ctx, id)
    if (!UNTOLD.includes(reason)) await mailEnded(ctx, ended, WHY[reason])
  }
  return cancel_due ? cancelLater(ctx, ended) : ended
}

/** PayPal is told by a job, as often as it takes. */
export async function cancelLater({ db, ports }: Ctx<Tx>, { id }: Subscription): Promise<Subscription> {
  await ports.jobs.send(db, CANCEL_AT_PAYPAL, { subscription_id: id })
  return queries.updateSubscription(db, id, { cancel_due: true })
}

/** Before another plan opens: what the clock has ended is over, and the type free gives way. False when a plan is in the way. */
export async function clearWay(ctx: Ctx<Tx>, { id, owner_id, plan_type }: Pick<Subscription, 'id' | 'owner_id' | 'plan_type'>) {
  for (const other of await queries.findAllOpen(ctx.db, owner_id)) {
    if (other.id === id) continue
    if (!isOpenNow(other, ctx.now)) await endByClock(ctx, other)
    else if (other.plan_type === 'free' && plan_type !== 'free') await end(ctx, other, 'replaced')
    else if ((other.plan_type === 'free') === (plan_type === 'free')) return false
  }
  return true
}

/** Nobody has asked PayPal about its last days: the job that tells PayPal does. */
async function endByClock(ctx: Ctx<Tx>, subscription: Subscription): Promise<void> {
  const ended = await end(ctx, subscription, subscription.auto_renew ? 'unpaid' : 'period_over')
  if (ended.source === 'paypal' && !ended.cancel_due) await cancelLater(ctx, ended)
}

/** The renewal of a locked plan has ended; access remains to the end of what is paid. */
export async function stopRenewal(ctx: Ctx<Tx>, subscription: Subscription, why = ''): Promise<Subscription> {
  const { id, plan_name, period_ends_at } = subscription
  const stopped = await queries.updateSubscription(ctx.db, id, {
    state: 'active',
    auto_renew: false,
    cancelled_at: ctx.now,
    grace_ends_at: null,
    access_ends_at: period_ends_at,
    next_plan_id: null,
    next_plan_agreed: false,
    change_url: null
  })
  await note(ctx, { subscription_id: id, kind: 'cancelled', description: `Renewal of ${plan_name} cancelled${why}` })
  if (period_ends_at && period_ends_at <= ctx.now) return end(ctx, stopped, 'unpaid')
  await mailRenewalCancelled(ctx, stopped)
  return stopped
}

export type Terms = { plan_name: string; price_cents: Cents }
