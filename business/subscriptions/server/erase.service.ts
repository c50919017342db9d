import type { Ctx, Tx } from '#platform/server/index.ts'
import { end, lock } from './life.service.ts'
import { findUnended } from './queries.ts'
import { deleteSeatsOf } from './seats.queries.ts'

/** Of a deleted person: the seats that hold the address, the plans, and the addresses of their guests; the books stay. */
export async function eraseSubscriber(ctx: Ctx<Tx>, person: { id: string; email: string }): Promise<void> {
  for (const subscription of await findUnended(ctx.db, person.id)) await end(ctx, await lock(ctx, subscription), 'account_deleted')
  await deleteSeatsOf(ctx.db, person)
}
