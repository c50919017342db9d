import { PayPalRefusal, type PayPalSubscription, type PayPalTransaction, takeAllBack } from '#payments/server/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { GRACE_DAYS, isOpen } from '../rules.ts'
import { note } from './history.service.ts'
import { daysAfter, end, lock, stopRenewal } from './life.service.ts'
import { mailPlanChange, mailRenewalFailed } from './mailing.service.ts'
import { takePayment } from './opening.service.ts'
import { findLastPaidAt } from './periods.queries.ts'
import { planAtProvider } from './provider-plans.service.ts'
import * as queries from './queries.ts'
import type { Subscription } from './tables.ts'

const UNPAID = ['APPROVAL_PENDING', 'APPROVED']
/** What was given back was taken before: both are booked. */
const TAKEN = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
const OVER = ['CANCELLED', 'EXPIRED']
/** So long after a payment PayPal gives money back: it is asked about, as the event that tells may have come before we knew of the payment. */
const GIVES_BACK_DAYS = 180
const CLOCKS_DIFFER_MS = 60 * 60_000

/** Asks PayPal about a subscription and brings ours to that, however often and by whomever it is called; answers what PayPal said. */
export async function syncSubscription(ctx: Ctx, subscription: Subscription): Promise<PayPalSubscription | undefined> {
  if (ctx.db.isTransaction) throw new Error('PayPal is not asked while a transaction is open.')
  const remote = await ask(ctx, subscription)
  await queries.updateSubscription(ctx.db, subscription.id, { checked_at: ctx.now })
  if (!remote || UNPAID.includes(remote.status)) return remote
  const transactions = await listTransactions(ctx, subscription)
  await inTransaction(ctx, async (ctx) => settle(ctx, await lock(ctx, subscription), remote, transactions))
  // Each on its own: whoever refunds locks the payment first, and the plan then.
  for (const { id, status } of transactions) if (status === 'REFUNDED') await takeAllBack(ctx, id)
  return remote
}

/** The port that payments calls when an event names a subscription. */
export async function syncByProviderId(ctx: Ctx, provider_subscription_id: string): Promise<void> {
  const subscription = await queries.findByProviderId(ctx.db, provider_subscription_id)
  if (subscription) await syncSubscription(ctx, subscription)
}

async function ask({ ports }: Ctx, { id, provider_subscription_id }: Subscription): Promise<PayPalSubscription | undefined> {
  if (!provider_subscription_id) return undefined
  try {
    const remote = await ports.paypal.getSubscription(provider_subscription_id)
    return remote.custom_id === undefined || remote.custom_id === id ? remote : undefined
  } catch (error) {
    if (error instanceof PayPalRefusal && error.status === 404) return undefined
    throw error
  }
}

async function listTransactions({ db, now, ports }: Ctx, { id, provider_subscription_id, created_at }: Subscription) {
  const start = daysAfter((await findLastPaidAt(db, id)) ?? created_at, -GIVES_BACK_DAYS)
  const found = await ports.paypal.listTransactions(provider_subscription_id!, start, new Date(now.getTime() + CLOCKS_DIFFER_MS))
  return found.filter(({ status }) => TAKEN.has(status)).sort((one, other) => Date.parse(one.time) - Date.parse(other.time))
}

async function settle(ctx: Ctx<Tx>, locked: Subscription, remote: PayPalSubscription, transactions: PayPalTransaction[]): Promise<void> {
  let subscription = await noticeChange(ctx, locked, remote)
  for (const transaction of transactions)
    subscription = await takePayment(ctx, subscription, { transaction, remote, is_last: transaction === transactions.at(-1) })
  if (OVER.includes(remote.status)) await noticeOver(ctx, subscription)
  else await noticeFailure(ctx, subscription, remote)
}

/** PayPal's plan says which comes next, and whether a change that was asked for has been agreed to there. */
async function noticeChange(ctx: Ctx<Tx>, subscription: Subscription, remote: PayPalSubscription): Promise<Subscription> {
  const { id, plan_id, next_plan_id, next_plan_agreed } = subscription
  const there = await planAtProvider(ctx, remote.plan_id)
  if (!there || !plan_id || subscription.started_at === null) return subscription
  if (there.id === plan_id) {
    if (!next_plan_agreed) return subscription
    return queries.updateSubscription(ctx.db, id, { next_plan_id: null, next_plan_agreed: false, change_url: null })
  }
  if (next_plan_agreed && next_plan_id === there.id) return subscription
  const agreed = await queries.updateSubscription(ctx.db, id, { next_plan_id: there.id, next_plan_agreed: true, change_url: null })
  await note(ctx, { subscription_id: id, kind: 'changed', description: `${there.name} agreed for the next period` })
  await mailPlanChange(ctx, agreed, there)
  return agreed
}

/** Cancelled at PayPal, by whomever. */
async function noticeOver(ctx: Ctx<Tx>, subscription: Subscription): Promise<void> {
  if (subscription.cancel_due) await queries.updateSubscription(ctx.db, subscription.id, { cancel_due: false })
  if (subscription.state === 'created') await end(ctx, subscription, 'abandoned')
  else if (subscription.state === 'grace' || (isOpen(subscription.state) && subscription.cancelled_at === null))
    await stopRenewal(ctx, subscription)
}

/** A renewal that PayPal could not charge leaves the plan open for the days of grace, counted from the period's end. */
async function noticeFailure(ctx: Ctx<Tx>, subscription: Subscription, remote: PayPalSubscription): Promise<void> {
  const failed_at = failureOf(remote)
  const { id, state, auto_renew, period_ends_at, plan_name } = subscription
  if (!failed_at || state !== 'active' || !auto_renew || !period_ends_at) return
  const grace_ends_at = daysAfter(new Date(Math.max(failed_at.getTime(), period_ends_at.getTime())), GRACE_DAYS)
  const failing = await queries.updateSubscription(ctx.db, id, { state: 'grace', grace_ends_at, access_ends_at: grace_ends_at })
  await note(ctx, { subscription_id: id, kind: 'renewal_failed', description: `The renewal of ${plan_name} could not be charged` })
  await mailRenewalFailed(ctx, failing, grace_ends_at)
}

function failureOf({ status, status_update_time, billing_info }: PayPalSubscription): Date | undefined {
  const { last_payment, last_failed_payment, failed_payments_count = 0 } = billing_info ?? {}
  if (status === 'SUSPENDED') return new Date(last_failed_payment?.time ?? status_update_time ?? 0)
  if (failed_payments_count === 0 || !last_failed_payment) return undefined
  const failed_at = new Date(last_failed_payment.time)
  return last_payment && new Date(last_payment.time) > failed_at ? undefined : failed_at
}

const ASK_AGAIN_MS = 10 * 60_000
const CHECKOUT_ENDS_DAYS = 3
/** Given up here, a checkout may still be approved at PayPal, or was while PayPal could not be asked: for as long as PayPal gives money back. */
const ASK_GIVEN_UP = { every_days: 3, for_days: GIVES_BACK_DAYS }
const MOST_AT_ONCE = 300

/**
 * Repairs what lost events left behind and ends what is over. Runs at every start and then in turn; what cannot be asked now is asked
 * next time, and the first such error is thrown at the end.
 */
export async function lookAfter(ctx: Ctx, { all = false } = {}): Promise<void> {
  const { db, now } = ctx
  const errors: unknown[] = []
  const each = async (subscriptions: Subscription[], work: (one: Subscription) => Promise<unknown>) => {
    for (const one of subscriptions) await work(one).catch((error: unknown) => errors.push(error))
  }
  const asking = {
    ...{ now, checked_before: all ? now : new Date(now.getTime() - ASK_AGAIN_MS), long_ago: daysAfter(now, -1) },
    given_up: { checked_before: daysAfter(now, -ASK_GIVEN_UP.every_days), begun_after: daysAfter(now, -ASK_GIVEN_UP.for_days) }
  }
  await each(await queries.findToAsk(db, { ...asking, most: MOST_AT_ONCE }), (one) => askAndTell(ctx, one))
  await each(await queries.findOverdue(db, now, MOST_AT_ONCE), (one) => endOverdue(ctx, one))
  await each(await queries.findAbandoned(db, daysAfter(now, -CHECKOUT_ENDS_DAYS), MOST_AT_ONCE), (one) => abandon(ctx, one))
  if (errors.length > 0) throw errors[0]
}

async function askAndTell(ctx: Ctx, subscription: Subscription): Promise<void> {
  if (subscription.cancel_due) await tellPayPal(ctx, subscription.id)
  else await syncSubscription(ctx, subscription)
}

/** By the clock, after PayPal was asked once more whether it was paid: also where the renewal is cancelled, as PayPal may have charged just before. */
async function endOverdue(ctx: Ctx, subscription: Subscription): Promise<void> {
  if (subscription.source === 'paypal') await syncSubscription(ctx, subscription)
  await inTransaction(ctx, async (ctx) => {
    const locked = await lock(ctx, subscription)
    const { state, auto_renew, access_ends_at } = locked
    if (state === 'ended' || access_ends_at === null || access_ends_at > ctx.now) return
    await end(ctx, locked, auto_renew || state === 'grace' ? 'unpaid' : 'period_over')
  })
}

/** Unless PayPal says now that it was approved after all; where PayPal cannot tell, it waits. */
async function abandon(ctx: Ctx, subscription: Subscription): Promise<void> {
  const remote = await syncSubscription(ctx, subscription)
  if (remote && !UNPAID.includes(remote.status) && !OVER.includes(remote.status)) return
  await inTransaction(ctx, async (ctx) => {
    const locked = await lock(ctx, subscription)
    if (locked.state === 'created') await end(ctx, locked, 'abandoned')
  })
}

/** PayPal charges nothing more: told until it says so itself. What it charged before it was told is booked, as nobody asks about an ended plan again. */
export async function tellPayPal(ctx: Ctx, subscription_id: string): Promise<void> {
  const subscription = await queries.findSubscription(ctx.db, subscription_id)
  if (!subscription?.cancel_due) return
  await cancelAtPayPal(ctx, subscription)
  await syncSubscription(ctx, subscription)
  await queries.updateSubscription(ctx.db, subscription_id, { cancel_due: false, cancelled_at: ctx.now, checked_at: ctx.now })
}

/** Nothing is left to do where PayPal has ended it already, or knows nothing of it. */
export async function cancelAtPayPal({ ports }: Ctx, { provider_subscription_id }: Subscription): Promise<void> {
  if (!provider_subscription_id) return
  try {
    await ports.paypal.cancelSubscription(provider_subscription_id, 'The renewal was cancelled.')
  } catch (error) {
    if (!(error instanceof PayPalRefusal)) throw error
    if (error.status === 404) return
    const { status } = await ports.paypal.getSubscription(provider_subscription_id)
    if (!OVER.includes(status) && !UNPAID.includes(status)) throw error
  }
}
