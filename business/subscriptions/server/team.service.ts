import type { Db } from '#platform/server/index.ts'
import { findMembership } from './downloads.service.ts'
import { findSeats } from './seats/seats.queries.ts'

export type Team = { subscription_id: string; member_ids: string[] }

/** Returns the open plan with several seats that the user is on, and everyone who is on it. */
export async function teamOf(db: Db, now: Date, user_id: string): Promise<Team | undefined> {
  const membership = await findMembership(db, now, user_id)
  if (!membership || membership.subscription.plan_type === 'free' || membership.subscription.seats < 2) return undefined
  const { id, owner_id } = membership.subscription
  const seats = await findSeats(db, id)
  return { subscription_id: id, member_ids: [owner_id, ...seats.flatMap((seat) => seat.user_id ?? [])] }
}
