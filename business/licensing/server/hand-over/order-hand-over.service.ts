import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import type { HandOverState, prepareOrderHandOver } from '../../hand-over.contract.ts'
import { type handOverOrder, refusals } from '../../orders.contract.ts'
import { askForHandOver, describeHandOver } from './ask-hand-over.service.ts'
import { handOver, type SendZip } from './hand-over.service.ts'
import { findActiveOfOrder, ownsOrder } from './order-licenses.queries.ts'

/** Returns the licenses of an order that was paid, without those that were refunded or transferred since. */
async function requireLicensesOf(ctx: Ctx, id: string) {
  if (!(await ownsOrder(ctx.db, { id, client_id: signedIn(ctx).id }))) throw refuse(refusals, 'order_not_found')
  return findActiveOfOrder(ctx.db, id)
}

const nameOf = (id: string): string => `Order ${id.slice(0, 8)}`

export async function handOverOf(ctx: Ctx, { params: { id }, query }: Received<typeof handOverOrder>, send: SendZip): Promise<void> {
  const licenses = await requireLicensesOf(ctx, id)
  await handOver(ctx, { licenses, name: nameOf(id), ...query }, send)
}

export async function prepareOf(
  ctx: Ctx,
  { params: { id }, body }: Received<typeof prepareOrderHandOver>
): Promise<Answer<typeof prepareOrderHandOver>> {
  const findWorks = async () => ({ licenses: await requireLicensesOf(ctx, id), name: nameOf(id) })
  return askForHandOver(ctx, { source: 'order', source_id: id, findWorks, ...body })
}

/** Returns null for an order without active licenses. */
export async function describeOf(ctx: Ctx, id: string): Promise<HandOverState | null> {
  const licenses = await findActiveOfOrder(ctx.db, id)
  return licenses.length > 0 ? describeHandOver(ctx, { source: 'order', source_id: id, licenses }) : null
}
