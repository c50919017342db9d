import type { Ctx, Tx } from '#platform/server/index.ts'
import { cancelLater, end, lock, stopRenewal } from './life.service.ts'
import { findRenewing, findUnended, lockOwner } from './queries.ts'
import { deleteSeatsOf } from './seats.queries.ts'

/** Of a deleted person: the seats that hold the address, the plans, and the addresses of their guests; the books stay. */
export async function eraseSubscriber(ctx: Ctx<Tx>, person: { id: string; email: string }): Promise<void> {
  await lockOwner(ctx.db, person.id)
  for (const subscription of await findUnended(ctx.db, person.id)) await end(ctx, await lock(ctx, subscription), 'account_deleted')
  await deleteSeatsOf(ctx.db, person)
}

/** Whoever may not sign in, or is no client any more, could not cancel either: nothing more is charged. What is paid stays, for the guests and for an account that is opened again. */
export async function stopSubscriber(ctx: Ctx<Tx>, { id }: { id: string }, why: string): Promise<void> {
  // A plan that opens at this moment is seen, or sees that the account has changed.
  await lockOwner(ctx.db, id)
  for (const subscription of await findRenewing(ctx.db, id)) {
    const locked = await lock(ctx, subscription)
    if (locked.auto_renew) await cancelLater(ctx, await stopRenewal(ctx, locked, `, as ${why}`))
  }
}
