import type { Ctx, Tx } from '#platform/server/index.ts'
import { deleteQuotesOf } from './billing/changes/change.queries.ts'
import { cancelLater, end, lock, stopRenewal } from './life.service.ts'
import { findRenewing, findUnended, lockOwner } from './queries.ts'
import { deleteSeatsOf, updateSeatAddress } from './seats/seats.queries.ts'

/** Deletes a person's seats and their team's invitations, and ends their plans. Payments and events stay for the books. */
export async function eraseSubscriber(ctx: Ctx<Tx>, person: { id: string; email: string }): Promise<void> {
  await lockOwner(ctx.db, person.id)
  for (const subscription of await findUnended(ctx.db, person.id)) await end(ctx, await lock(ctx, subscription), 'account_deleted')
  await deleteSeatsOf(ctx.db, person)
  await deleteQuotesOf(ctx.db, person.id)
}

/** Cancels the renewals of someone who can no longer sign in as a client, and so could not cancel. Paid periods stay open for the team. */
export async function stopSubscriber(ctx: Ctx<Tx>, { id }: { id: string }, why: string): Promise<void> {
  // With this lock, a plan that opens at the same time is either found here or sees the changed account.
  await lockOwner(ctx.db, id)
  for (const subscription of await findRenewing(ctx.db, id)) {
    const locked = await lock(ctx, subscription)
    if (locked.auto_renew) await cancelLater(ctx, await stopRenewal(ctx, locked, `, as ${why}`))
  }
}

/** A plan that renews would charge someone who has no account any more. */
export async function holdRenewingPlan({ db }: Ctx<Tx>, { id }: { id: string }): Promise<'plan_renews' | null> {
  await lockOwner(db, id)
  return (await findRenewing(db, id)).length > 0 ? 'plan_renews' : null
}

/** Gives the seats and invitations of a person to the new address. A team keeps one seat for a person who had two. */
export const moveSeats = ({ db }: Ctx<Tx>, person: { id: string; from: string; to: string }): Promise<void> => updateSeatAddress(db, person)
