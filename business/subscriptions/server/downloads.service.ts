import { type Ctx, type Db, refuse, type Tx } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import { monthOf } from '../rules.ts'
import * as queries from './downloads.queries.ts'
import { findOpen, findSeatedOn, lockSubscription } from './queries.ts'
import { updateJoined } from './seats/seats.queries.ts'
import type { Subscription } from './tables.ts'

export type CurrentPlan = { subscription_id: string; owner_id: string; role: 'owner' | 'member' }
type Membership = {
  subscription: Subscription
  role: CurrentPlan['role']
  /** False while an invitation is not accepted. */
  has_joined: boolean
  /** Of a member's team. */
  owner_name: string | null
}

const owned = (subscription: Subscription): Membership => ({ subscription, role: 'owner', has_joined: true, owner_name: null })

/** Returns the open plan that the user owns, or else the one they have a seat in. A team seat goes before an own free plan. */
export async function findMembership(db: Db, now: Date, user_id: string): Promise<Membership | undefined> {
  const own = await findOpen(db, user_id, now)
  if (own && own.plan_type !== 'free') return owned(own)
  const seated = await findSeatedOn(db, user_id, now)
  if (!seated) return own && owned(own)
  const { joined_at, owner_name, ...subscription } = seated
  return { subscription, role: 'member', has_joined: joined_at !== null, owner_name }
}

/** Returns undefined without a plan that grants downloads; free plans grant none. Removed members and ended plans lose access immediately. */
export async function currentPlanOf(db: Db, now: Date, user_id: string): Promise<CurrentPlan | undefined> {
  const membership = await findMembership(db, now, user_id)
  if (!membership || membership.subscription.plan_type === 'free') return undefined
  const { id, owner_id } = membership.subscription
  return { subscription_id: id, owner_id, role: membership.role }
}

export type Month = { start: Date; end: Date }

/** Returns the month whose downloads count now. Undefined if the plan never started. */
export function countedMonth({ period_started_at, period_ends_at }: Subscription, now: Date): Month | undefined {
  return period_started_at ? monthOf({ start: period_started_at, end: period_ends_at }, now) : undefined
}

type Download = { user_id: string; asset_id: string }

/**
 * Counts one download of this month for the plan that the user owns or has a seat in. The same asset in the same month counts once.
 * A member's first download also accepts the invitation. Refuses with no_plan (402) or plan_limit_reached (409).
 */
export async function spendDownload(
  { db, now }: Ctx<Tx>,
  { user_id, asset_id }: Download
): Promise<{ subscription_id: string; owner_id: string }> {
  const plan = await currentPlanOf(db, now, user_id)
  const subscription = plan && (await lockSubscription(db, plan.subscription_id))
  // Checked again under the lock: the plan may have ended, or the seat been removed, while this call waited.
  if (!subscription || (await currentPlanOf(db, now, user_id))?.subscription_id !== subscription.id) throw refuse(refusals, 'no_plan')
  const month = countedMonth(subscription, now)
  if (!month) throw refuse(refusals, 'no_plan')
  if (plan.role === 'member') await updateJoined(db, { subscription_id: subscription.id, user_id, joined_at: now })
  const counted = { subscription_id: subscription.id, month_started_at: month.start }
  const spent = { subscription_id: subscription.id, owner_id: subscription.owner_id }
  if (await queries.isCounted(db, { ...counted, asset_id })) return spent
  if ((await queries.countDownloads(db, counted)) >= subscription.downloads_limit) throw refuse(refusals, 'plan_limit_reached')
  await queries.insertDownload(db, { ...counted, asset_id, user_id, downloaded_at: now })
  return spent
}
