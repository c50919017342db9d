import { type Ctx, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import { teamOf } from '#subscriptions/server/index.ts'
import { refusals } from '../contract.ts'
import * as queries from './queries.ts'

/** Changes that one person may make: more than anyone orders by hand, fewer than fill a disk. */
const CHANGES = { most: 3000, seconds: 3600 }

export const spendChange = (ctx: Ctx): Promise<void> => spend(ctx, { key: `collections.change.${signedIn(ctx).id}`, ...CHANGES })

export async function findReader(ctx: Ctx): Promise<queries.Reader> {
  const { id } = signedIn(ctx)
  return { user_id: id, team: await teamOf(ctx.db, ctx.now, id) }
}

/** Returns a collection that the caller may see. */
export async function requireSeen(ctx: Ctx, id: string): Promise<queries.CollectionRow> {
  const collection = await queries.findCollection(ctx.db, await findReader(ctx), id)
  if (!collection) throw refuse(refusals, 'collection_not_found')
  return collection
}

/** Locks a collection of the caller's own. One that they only see cannot be changed; any other does not exist for them. */
export async function lockOwn(ctx: Ctx<Tx>, id: string) {
  const own = await queries.lockOwn(ctx.db, { id, owner_id: signedIn(ctx).id })
  if (own) return own
  await requireSeen(ctx, id)
  throw refuse(refusals, 'not_the_owner')
}
