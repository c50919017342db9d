import type { Db } from '#platform/server/index.ts'
import { findMembership } from './downloads.service.ts'
import { findWithReplaced } from './queries.ts'
import { findSeats } from './seats/seats.queries.ts'

/** `subscription_ids` are the plan and those that it replaced: what was shared with the team before a change of plan stays shared. */
export type Team = { subscription_id: string; subscription_ids: string[]; member_ids: string[] }

/** Returns the open plan with several seats that the user is on, and everyone who joined it. An invitation alone shares nothing. */
export async function teamOf(db: Db, now: Date, user_id: string): Promise<Team | undefined> {
  const membership = await findMembership(db, now, user_id)
  if (!membership || membership.subscription.plan_type === 'free' || membership.subscription.seats < 2) return undefined
  const { id, owner_id } = membership.subscription
  const seats = await findSeats(db, id)
  const subscription_ids = await findWithReplaced(db, id)
  return {
    subscription_id: id,
    subscription_ids,
    member_ids: [owner_id, ...seats.flatMap((seat) => (seat.joined_at && seat.user_id ? [seat.user_id] : []))]
  }
}
