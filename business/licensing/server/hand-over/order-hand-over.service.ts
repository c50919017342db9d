import type { Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { type handOverOrder, refusals } from '../../orders.contract.ts'
import { handOver, type SendZip } from './hand-over.service.ts'
import { findActiveOfOrder, ownsOrder } from './order-licenses.queries.ts'

/** Hands over the licenses of an order that was paid, without those that were refunded or transferred since. */
export async function handOverOf(ctx: Ctx, { params: { id }, query }: Received<typeof handOverOrder>, send: SendZip): Promise<void> {
  if (!(await ownsOrder(ctx.db, { id, client_id: signedIn(ctx).id }))) throw refuse(refusals, 'order_not_found')
  const licenses = await findActiveOfOrder(ctx.db, id)
  await handOver(ctx, { licenses, name: `Order ${id.slice(0, 8)}`, ...query }, send)
}
