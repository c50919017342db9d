import type { Readable } from 'node:stream'
import { askForHandOver, describeHandOver, handOver, licensesToHandOver } from '#licensing/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import type { CollectionWithItems, handOverCollection, prepareCollectionHandOver } from '../contract.ts'
import { requireSeen } from './access.service.ts'
import { findItems } from './items.queries.ts'

type Send = (zip: { filename: string; stream: Readable }) => Promise<void>

/** Returns the licenses that the caller has for the works of a collection, also of those that are no longer on sale. */
async function findWorks(ctx: Ctx, id: string) {
  const { name, project } = await requireSeen(ctx, id)
  const items = await findItems(ctx.db, id)
  const licenses = await licensesToHandOver(
    ctx,
    items.map(({ asset_id }) => asset_id)
  )
  return { licenses, name: project ? `${project} - ${name}` : name, project }
}

export async function handOverWorks(ctx: Ctx, { params, query }: Received<typeof handOverCollection>, send: Send): Promise<void> {
  await handOver(ctx, { ...(await findWorks(ctx, params.id)), ...query }, send)
}

export async function prepareWorks(
  ctx: Ctx,
  { params: { id }, body }: Received<typeof prepareCollectionHandOver>
): Promise<Answer<typeof prepareCollectionHandOver>> {
  return askForHandOver(ctx, { source: 'collection', source_id: id, findWorks: () => findWorks(ctx, id), ...body })
}

/** Returns null if the caller has no license for any of the works. */
export async function describeWorks(ctx: Ctx, id: string, asset_ids: readonly string[]): Promise<CollectionWithItems['hand_over']> {
  const licenses = await licensesToHandOver(ctx, asset_ids)
  return licenses.length > 0 ? describeHandOver(ctx, { source: 'collection', source_id: id, licenses }) : null
}
