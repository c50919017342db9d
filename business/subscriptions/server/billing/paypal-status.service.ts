import { randomUUID } from 'node:crypto'
import { PayPalRefusal } from '#payments/server/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { isOpen } from '../../rules.ts'
import { UPDATE_RENEWAL } from '../jobs.ts'
import { lock } from '../life.service.ts'
import * as queries from '../queries.ts'
import type { Subscription } from '../tables.ts'

/** PayPal's statuses of a subscription that has not been paid yet. */
export const UNPAID = ['APPROVAL_PENDING', 'APPROVED']
/** PayPal's statuses of a subscription that never charges again. */
export const OVER = ['CANCELLED', 'EXPIRED']

/** Cancels at PayPal. Does nothing if PayPal already ended the subscription or does not know it. */
export async function cancelAtPayPal({ ports }: Ctx, { provider_subscription_id: id }: Subscription): Promise<void> {
  if (!id) return
  const cancelling = ports.paypal.cancelSubscription(id, 'The renewal was canceled.')
  await unlessAlready(ports.paypal, id, cancelling, [...OVER, ...UNPAID])
}

const MAX_ATTEMPTS = 5

/**
 * Suspends the subscription at PayPal if its renewal is paused, and reactivates it otherwise. Calls may run at the same time: each one
 * reads our state again after its call and repeats if it has changed, so PayPal ends up in the state that was stored last.
 */
export async function updateRenewalAtPayPal(ctx: Ctx, subscription_id: string): Promise<void> {
  let subscription = await queries.findSubscription(ctx.db, subscription_id)
  if (!subscription?.renewal_due) return
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    // A separate job cancels an ended plan at PayPal.
    if (!isOpen(subscription.state) || subscription.cancelled_at) return
    await setStatusAtPayPal(ctx, subscription)
    if (await queries.updateRenewalDone(ctx.db, subscription)) return
    const current = await queries.findSubscription(ctx.db, subscription_id)
    if (!current) return
    subscription = current
  }
  throw new Error(`The renewal of subscription ${subscription_id} kept changing.`)
}

async function setStatusAtPayPal({ ports: { paypal } }: Ctx, { provider_subscription_id: id, renewal_paused_at }: Subscription) {
  if (!id) return
  if (renewal_paused_at) {
    const suspending = paypal.suspendSubscription(id, 'The subscriber canceled the renewal.', randomUUID())
    await unlessAlready(paypal, id, suspending, ['SUSPENDED', ...OVER])
  } else {
    const activating = paypal.activateSubscription(id, 'The subscriber resumed the renewal.', randomUUID())
    await unlessAlready(paypal, id, activating, ['ACTIVE', ...OVER])
  }
}

/** Ignores PayPal's refusal if the subscription already has one of the statuses, or does not exist at PayPal. */
async function unlessAlready(
  paypal: Ctx['ports']['paypal'],
  id: string,
  change: Promise<void>,
  statuses: readonly string[]
): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof PayPalRefusal)) throw error
    if (error.status === 404) return
    const { status } = await paypal.getSubscription(id)
    if (!statuses.includes(status)) throw error
  }
}

/** Queues the update at PayPal for a locked plan. The job retries until PayPal confirms. */
export async function updateRenewalLater({ db, ports }: Ctx<Tx>, { id }: Subscription): Promise<void> {
  await queries.updateSubscription(db, id, { renewal_due: true })
  await ports.jobs.send(db, UPDATE_RENEWAL, { subscription_id: id })
}

/** Suspends again what was reactivated at PayPal although its renewal is canceled here. `subscription` is locked. */
export async function keepSuspended(ctx: Ctx<Tx>, subscription: Subscription, status: string): Promise<void> {
  const { state, renewal_paused_at, renewal_due, cancelled_at } = subscription
  if (status === 'ACTIVE' && isOpen(state) && renewal_paused_at && !renewal_due && !cancelled_at)
    await updateRenewalLater(ctx, subscription)
}

/** Locks a plan by its own id, for callers that only hold an older copy of it. */
export const withLock = <T>(ctx: Ctx, subscription: Subscription, work: (ctx: Ctx<Tx>, locked: Subscription) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (ctx) => work(ctx, await lock(ctx, subscription)))
