import type { Readable } from 'node:stream'
import { handOver, licensesToHandOver } from '#licensing/server/index.ts'
import type { Received } from '#platform/contract/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import type { handOverCollection } from '../contract.ts'
import { requireSeen } from './access.service.ts'
import { findItems } from './items.queries.ts'

type Send = (zip: { filename: string; stream: Readable }) => Promise<void>

/** Hands over the works that the caller has licenses for, also those that are no longer on sale. */
export async function handOverWorks(ctx: Ctx, { params, query }: Received<typeof handOverCollection>, send: Send): Promise<void> {
  const { name, project } = await requireSeen(ctx, params.id)
  const items = await findItems(ctx.db, params.id)
  const licenses = await licensesToHandOver(
    ctx,
    items.map(({ asset_id }) => asset_id)
  )
  await handOver(ctx, { licenses, name: project ? `${project} - ${name}` : name, project, ...query }, send)
}
