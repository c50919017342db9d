import { type Ctx, type Db, refuse, type Tx } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { monthOf } from '../rules.ts'
import * as queries from './downloads.queries.ts'
import { findOpen, findSeatedOn, lockSubscription } from './queries.ts'
import { updateJoined } from './seats.queries.ts'
import type { Subscription } from './tables.ts'

export type CurrentPlan = { subscription_id: string; owner_id: string; role: 'owner' | 'member' }
type Standing = { subscription: Subscription; role: CurrentPlan['role'] }

/** The plan that someone owns, or else the one whose seat they sit on, at this very call. */
export async function findStanding(db: Db, now: Date, user_id: string): Promise<Standing | undefined> {
  const own = await findOpen(db, user_id, now)
  if (own && own.plan_type !== 'free') return { subscription: own, role: 'owner' }
  const seated = await findSeatedOn(db, user_id, now)
  if (seated) return { subscription: seated, role: 'member' }
  return own && { subscription: own, role: 'owner' }
}

/** Nothing without a plan that gives downloads; the type free gives none. A removed member and an ended plan lose it at once. */
export async function currentPlanOf(db: Db, now: Date, user_id: string): Promise<CurrentPlan | undefined> {
  const standing = await findStanding(db, now, user_id)
  if (!standing || standing.subscription.plan_type === 'free') return undefined
  const { id, owner_id } = standing.subscription
  return { subscription_id: id, owner_id, role: standing.role }
}

export type Month = { start: Date; end: Date }

/** The month whose downloads count now; nothing where the plan never began. */
export function countedMonth({ period_started_at, period_ends_at }: Subscription, now: Date): Month | undefined {
  return period_started_at ? monthOf({ start: period_started_at, end: period_ends_at }, now) : undefined
}

type Download = { user_id: string; asset_id: string }

/**
 * Counts one download of this month of the plan that the user owns or sits on; the same asset again in the same month costs nothing.
 * Whoever takes one from a seat has joined.
 * Refusals: no_plan (402), plan_limit_reached (409).
 */
export async function spendDownload(
  { db, now }: Ctx<Tx>,
  { user_id, asset_id }: Download
): Promise<{ subscription_id: string; owner_id: string }> {
  const plan = await currentPlanOf(db, now, user_id)
  const subscription = plan && (await lockSubscription(db, plan.subscription_id))
  // Once more under the lock: it may have ended, or the seat been taken back, while this call waited for it.
  if (!subscription || (await currentPlanOf(db, now, user_id))?.subscription_id !== subscription.id) throw refuse(no, 'no_plan')
  const month = countedMonth(subscription, now)
  if (!month) throw refuse(no, 'no_plan')
  if (plan.role === 'member') await updateJoined(db, { subscription_id: subscription.id, user_id, joined_at: now })
  const counted = { subscription_id: subscription.id, month_started_at: month.start }
  const spent = { subscription_id: subscription.id, owner_id: subscription.owner_id }
  if (await queries.isCounted(db, { ...counted, asset_id })) return spent
  if ((await queries.countDownloads(db, counted)) >= subscription.downloads_limit) throw refuse(no, 'plan_limit_reached')
  await queries.insertDownload(db, { ...counted, asset_id, user_id, downloaded_at: now })
  return spent
}
