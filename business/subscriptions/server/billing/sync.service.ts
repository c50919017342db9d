import { DISCOUNTED_CHECKOUT_MS } from '#payments/rules.ts'
import { PayPalRefusal, type PayPalSubscription, type PayPalTransaction, takeAllBack } from '#payments/server/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { GRACE_DAYS, isOpen, type Plan, planOf } from '../../rules.ts'
import { accessEnd, daysAfter, end, lock, NO_CHANGE, NO_INTRO, stopRenewal } from '../life.service.ts'
import { mailPlanChange, mailRenewalFailed } from '../mailing.service.ts'
import { findLastPaidAt } from '../periods.queries.ts'
import * as queries from '../queries.ts'
import type { Subscription } from '../tables.ts'
import { insertPayPalConsent } from './consent.service.ts'
import { addEvent } from './history.service.ts'
import { takePayment } from './opening.service.ts'
import { cancelAtPayPal, keepSuspended, OVER, UNPAID, updateRenewalAtPayPal } from './paypal-status.service.ts'
import { planAtProvider } from './provider-plans.service.ts'
import { noticeDueRenewals, noticeRenewal } from './renewal-notices/notice.service.ts'

/** A refunded payment was taken before, so the payment and the refund are both booked. */
const TAKEN = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
/** PayPal refunds payments for this long. Payments are listed that far back, because a refund's event may arrive before we know its payment. */
const REFUND_DAYS = 180
const CLOCK_SKEW_MS = 60 * 60_000

/** Reads a subscription from PayPal and updates ours to match. Safe to call repeatedly and in parallel. Returns PayPal's subscription, if it is ours. */
export async function syncSubscription(ctx: Ctx, subscription: Subscription): Promise<PayPalSubscription | undefined> {
  if (ctx.db.isTransaction) throw new Error('PayPal must not be called inside a transaction.')
  const remote = await readAtPayPal(ctx, subscription)
  await queries.updateSubscription(ctx.db, subscription.id, { checked_at: ctx.now })
  if (!remote || UNPAID.includes(remote.status)) return remote
  const transactions = await listTransactions(ctx, subscription)
  await syncReplaced(ctx, subscription)
  const seen = { remote, transactions }
  while (!(await inTransaction(ctx, async (ctx) => settle(ctx, await lock(ctx, subscription), seen))));
  // Outside the transaction above: a refund locks the payment first and then the plan.
  for (const { id, status } of transactions) if (status === 'REFUNDED') await takeAllBack(ctx, id)
  return remote
}

/** A plan that is about to be replaced may have renewed at PayPal meanwhile, which ends the credit of the change. */
async function syncReplaced(ctx: Ctx, { replaces_id, started_at }: Subscription): Promise<void> {
  const replaced = replaces_id && started_at === null ? await queries.findSubscription(ctx.db, replaces_id) : undefined
  if (replaced && isOpen(replaced.state)) await syncSubscription(ctx, replaced)
}

/** Syncs the subscription that a PayPal event names. */
export async function syncByProviderId(ctx: Ctx, provider_subscription_id: string): Promise<void> {
  const subscription = await queries.findByProviderId(ctx.db, provider_subscription_id)
  if (subscription) await syncSubscription(ctx, subscription)
}

async function readAtPayPal({ ports }: Ctx, { id, provider_subscription_id }: Subscription): Promise<PayPalSubscription | undefined> {
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
  const start = daysAfter((await findLastPaidAt(db, id)) ?? created_at, -REFUND_DAYS)
  if (!provider_subscription_id) return []
  const found = await ports.paypal.listTransactions(provider_subscription_id, start, new Date(now.getTime() + CLOCK_SKEW_MS))
  return found.filter(({ status }) => TAKEN.has(status)).sort((one, other) => Date.parse(one.time) - Date.parse(other.time))
}

type Seen = { remote: PayPalSubscription; transactions: PayPalTransaction[] }

/**
 * Applies what PayPal says. Returns false after a payment that others follow: each is taken in a transaction of its own, because it takes numbers of
 * receipts and invoices, and one that held the second while it waited for the first would stop all others.
 */
async function settle(ctx: Ctx<Tx>, locked: Subscription, { remote, transactions }: Seen): Promise<boolean> {
  let subscription = await applyChange(ctx, locked, remote)
  for (const transaction of transactions) {
    const is_last = transaction === transactions.at(-1)
    const taken = await takePayment(ctx, subscription, { transaction, remote, is_last })
    if (taken && !is_last) return false
    subscription = taken ?? subscription
  }
  await keepSuspended(ctx, subscription, remote.status)
  if (OVER.includes(remote.status)) await applyCancellation(ctx, subscription)
  else await applyFailure(ctx, await followBilling(ctx, subscription, remote), remote)
  await noticeRenewal(ctx, subscription.id)
  return true
}

/** PayPal may charge earlier than planned. Then the period ends with the next charge. */
async function followBilling(
  ctx: Ctx<Tx>,
  subscription: Subscription,
  { status, billing_info }: PayPalSubscription
): Promise<Subscription> {
  const { id, state, plan_type, auto_renew, period_ends_at, extended_days } = subscription
  const next = billing_info?.next_billing_time
  if (!next || status !== 'ACTIVE' || state !== 'active' || !auto_renew || !period_ends_at || billing_info?.failed_payments_count)
    return subscription
  const ends_at = daysAfter(new Date(next), extended_days)
  if (ends_at >= period_ends_at || ends_at <= ctx.now) return subscription
  const access_ends_at = accessEnd({ plan_type, period_ends_at: ends_at, auto_renew })
  return queries.updateSubscription(ctx.db, id, { period_ends_at: ends_at, access_ends_at })
}

/** PayPal's plan shows the next plan and price, and whether the client has approved a requested change. */
async function applyChange(ctx: Ctx<Tx>, subscription: Subscription, remote: PayPalSubscription): Promise<Subscription> {
  const { id, plan_id, price_cents, next_plan_agreed, started_at, cancelled_at } = subscription
  const next = await planAtProvider(ctx, remote.plan_id)
  if (!next || !plan_id || started_at === null || cancelled_at) return subscription
  if (next.id === plan_id && next.price_cents === price_cents)
    // The way back is a revision too, which PayPal charges without the discount of a coupon.
    return next_plan_agreed
      ? queries.updateSubscription(ctx.db, id, { ...NO_CHANGE, ...NO_INTRO, provider_plan_id: remote.plan_id })
      : subscription
  return next_plan_agreed && isNext(subscription, next) ? subscription : storeApproval(ctx, subscription, next)
}

/** Stores the plan and price that the client approved at PayPal, and notifies the client. */
async function storeApproval(ctx: Ctx<Tx>, { id, plan_id, auto_renew }: Subscription, next: Plan): Promise<Subscription> {
  const isPrice = next.id === plan_id
  const next_price_cents = isPrice || next.price_cents !== planOf(next.id).price_cents ? next.price_cents : null
  const approved = { next_plan_id: next.id, next_price_cents, next_plan_agreed: true, change_url: null }
  const changed = await queries.updateSubscription(ctx.db, id, approved)
  // While the renewal is canceled the change is only stored: the owner is not charged, and may still resume.
  if (!auto_renew) return changed
  const description = isPrice ? `New price for ${next.name} approved for the next period` : `${next.name} approved for the next period`
  await addEvent(ctx, { subscription_id: id, kind: 'changed', description })
  if (isPrice) await insertPayPalConsent(ctx, changed, next)
  await mailPlanChange(ctx, changed, next)
  return changed
}

const isNext = ({ next_plan_id, next_price_cents }: Subscription, next: Plan): boolean =>
  next_plan_id === next.id && (next_price_cents ?? planOf(next.id).price_cents) === next.price_cents

/** PayPal's subscription was canceled, by the subscriber, by us, or by PayPal. */
async function applyCancellation(ctx: Ctx<Tx>, subscription: Subscription): Promise<void> {
  if (subscription.cancel_due) await queries.updateSubscription(ctx.db, subscription.id, { cancel_due: false })
  if (subscription.state === 'created') await end(ctx, subscription, 'abandoned')
  else if (subscription.state === 'grace' || (isOpen(subscription.state) && subscription.cancelled_at === null))
    await stopRenewal(ctx, subscription)
}

/** After a failed renewal the plan stays open for the grace days, counted from the period's end. */
async function applyFailure(ctx: Ctx<Tx>, subscription: Subscription, remote: PayPalSubscription): Promise<void> {
  const failed_at = failureOf(remote, subscription.period_ends_at, ctx.now)
  const { id, state, auto_renew, period_ends_at, plan_name } = subscription
  if (!failed_at || state !== 'active' || !auto_renew || !period_ends_at) return
  const grace_ends_at = daysAfter(new Date(Math.max(failed_at.getTime(), period_ends_at.getTime())), GRACE_DAYS)
  const failing = await queries.updateSubscription(ctx.db, id, { state: 'grace', grace_ends_at, access_ends_at: grace_ends_at })
  await addEvent(ctx, { subscription_id: id, kind: 'renewal_failed', description: `The renewal payment for ${plan_name} failed` })
  await mailRenewalFailed(ctx, failing, grace_ends_at)
}

/** A suspension is a failed payment only with failed charges or once a payment was due: an owner who pauses and resumes also suspends. */
function failureOf({ status, status_update_time, billing_info }: PayPalSubscription, due: Date | null, now: Date): Date | undefined {
  const { last_payment, last_failed_payment, failed_payments_count = 0 } = billing_info ?? {}
  const isDue = due !== null && due <= now
  if (status === 'SUSPENDED' && (isDue || failed_payments_count > 0)) return new Date(last_failed_payment?.time ?? status_update_time ?? 0)
  if (failed_payments_count === 0 || !last_failed_payment) return undefined
  const failed_at = new Date(last_failed_payment.time)
  return last_payment && new Date(last_payment.time) > failed_at ? undefined : failed_at
}

const CHECK_AGAIN_MS = 10 * 60_000
const CHECKOUT_ENDS_DAYS = 3
/** A checkout that was abandoned here may still be approved at PayPal, so it is checked for as long as PayPal refunds. */
const ABANDONED_CHECKS = { every_days: 3, for_days: REFUND_DAYS }
const MAX_PER_RUN = 300

/**
 * Repairs the effects of lost events and ends plans that are over. Runs at every start and every few minutes. A subscription that fails
 * is tried again next time; the first error is thrown at the end.
 */
export async function lookAfter(ctx: Ctx, { all = false } = {}): Promise<void> {
  const { db, now } = ctx
  const errors: unknown[] = []
  const each = async (subscriptions: Subscription[], work: (one: Subscription) => Promise<unknown>) => {
    for (const one of subscriptions) await work(one).catch((error: unknown) => errors.push(error))
  }
  const check = {
    ...{ now, checked_before: all ? now : new Date(now.getTime() - CHECK_AGAIN_MS), long_ago: daysAfter(now, -1) },
    abandoned: { checked_before: daysAfter(now, -ABANDONED_CHECKS.every_days), created_after: daysAfter(now, -ABANDONED_CHECKS.for_days) }
  }
  await each(await queries.findToCheck(db, { ...check, most: MAX_PER_RUN }), (one) => checkOne(ctx, one))
  await each(await queries.findOverdue(db, now, MAX_PER_RUN), (one) => endOverdue(ctx, one))
  const begun_before = { at_full_price: daysAfter(now, -CHECKOUT_ENDS_DAYS), discounted: new Date(now.getTime() - DISCOUNTED_CHECKOUT_MS) }
  await each(await queries.findAbandoned(db, begun_before, MAX_PER_RUN), (one) => abandon(ctx, one))
  await noticeDueRenewals(ctx, MAX_PER_RUN).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

async function checkOne(ctx: Ctx, subscription: Subscription): Promise<void> {
  if (subscription.cancel_due) return tellPayPal(ctx, subscription.id)
  if (subscription.renewal_due) await updateRenewalAtPayPal(ctx, subscription.id)
  await syncSubscription(ctx, subscription)
}

/** Ends a plan whose access is over, after one more sync: PayPal may have charged just before, even if the renewal was canceled. */
async function endOverdue(ctx: Ctx, subscription: Subscription): Promise<void> {
  if (subscription.source === 'paypal') await syncSubscription(ctx, subscription)
  await inTransaction(ctx, async (ctx) => {
    const locked = await lock(ctx, subscription)
    const { state, auto_renew, access_ends_at } = locked
    if (state === 'ended' || access_ends_at === null || access_ends_at > ctx.now) return
    await end(ctx, locked, auto_renew || state === 'grace' ? 'unpaid' : 'period_over')
  })
}

/** Ends a checkout that was never approved, after one more sync. If PayPal cannot respond, the checkout stays. */
async function abandon(ctx: Ctx, subscription: Subscription): Promise<void> {
  const remote = await syncSubscription(ctx, subscription)
  if (remote && !UNPAID.includes(remote.status) && !OVER.includes(remote.status)) return
  await inTransaction(ctx, async (ctx) => {
    const locked = await lock(ctx, subscription)
    if (locked.state === 'created') await end(ctx, locked, 'abandoned')
  })
}

/** Cancels at PayPal until PayPal confirms it. Then books what was charged before, because an ended plan is not synced again. */
export async function tellPayPal(ctx: Ctx, subscription_id: string): Promise<void> {
  const subscription = await queries.findSubscription(ctx.db, subscription_id)
  if (!subscription?.cancel_due) return
  await cancelAtPayPal(ctx, subscription)
  await syncSubscription(ctx, subscription)
  await queries.updateSubscription(ctx.db, subscription_id, { cancel_due: false, cancelled_at: ctx.now, checked_at: ctx.now })
}
