import type { PayPalTransaction } from '#payments/server/index.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'
import { end, isOpenNow } from '../../life.service.ts'
import * as queries from '../../queries.ts'
import type { Subscription } from '../../tables.ts'
import { moveSeats } from './change.queries.ts'

/**
 * Returns the plan that a paid change replaces, locked. Undefined if the credit no longer holds: the payment is too late, or the plan
 * has ended or renewed since. The owner's lock is held, so nothing else changes it now.
 */
export async function findReplaced(
  { db, now }: Ctx<Tx>,
  { replaces_id, replaces_period_at, approve_by }: Subscription,
  { time }: PayPalTransaction
): Promise<Subscription | undefined> {
  const isLate = approve_by !== null && Date.parse(time) > approve_by.getTime()
  const current = replaces_id && !isLate ? await queries.lockSubscription(db, replaces_id) : undefined
  const isSamePeriod = current?.period_started_at?.getTime() === replaces_period_at?.getTime()
  return current && isSamePeriod && isOpenNow(current, now) ? current : undefined
}

/** Ends a plan that another one replaces. Its seats and licenses go over, so nobody in the team loses anything. */
export async function replace(ctx: Ctx<Tx>, replaced: Subscription, { id }: Subscription): Promise<void> {
  await moveSeats(ctx.db, replaced.id, id)
  await ctx.ports.plan_licenses.move(ctx, replaced.id, id)
  await end(ctx, replaced, 'replaced')
}
