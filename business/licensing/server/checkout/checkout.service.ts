import { requireAssetOnSale } from '#catalogue/server/index.ts'
import { spendCall } from '#payments/server/index.ts'
import { type Answer, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, Refusal, refuse, signedIn } from '#platform/server/index.ts'
import { type checkOut, refusals } from '../../contract.ts'
import { isInPlan } from '../../rules.ts'
import { priceLines, sortItems } from '../orders/order-lines.service.ts'
import { type Chosen, findOwned, type Wanted } from '../orders/owned.service.ts'
import { startOrder } from '../orders/start-order.service.ts'
import * as queries from '../queries.ts'
import { checkOutByPlan } from './plan.service.ts'

/**
 * Starts a license purchase. A license that the client already owns, that their plan covers, or that is free is granted immediately.
 * Otherwise opens a PayPal order at the current price.
 */
export async function checkOutLicense(ctx: Ctx, { body }: Received<typeof checkOut>): Promise<Answer<typeof checkOut>> {
  await spendCall(ctx, 'checkout')
  const { asset_id, license_type, via_subscription } = body
  const chosen = { format: body.format ?? null }
  if (license_type === 'subscription') return checkOutByPlan(ctx, { asset_id, ...chosen })
  const order = { client_id: signedIn(ctx).id, asset_id, license_type }
  const owned = await findOwned(ctx, { ...order, ...chosen })
  if (owned) return owned
  const byPlan = via_subscription && isInPlan(license_type) ? await tryPlan(ctx, { asset_id, ...chosen }) : undefined
  return byPlan ?? buy(ctx, { ...order, ...chosen, coupon: body.coupon })
}

/** Returns undefined when the plan has no downloads left: then the license is bought. */
async function tryPlan(ctx: Ctx, chosen: { asset_id: string } & Chosen): Promise<Answer<typeof checkOut> | undefined> {
  try {
    return await checkOutByPlan(ctx, chosen)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'plan_limit_reached') return undefined
    throw error
  }
}

/** A single license is an order of one line. */
async function buy(ctx: Ctx, { format, coupon, ...wanted }: Wanted & Chosen & { coupon: string | null | undefined }) {
  const { client_id, asset_id, license_type } = wanted
  await requireAssetOnSale(ctx.db, asset_id)
  if ((await queries.findReadyFilesOf(ctx.db, [asset_id])).length === 0) throw refuse(refusals, 'no_files')
  const { buyable } = await sortItems(ctx, null, [wanted])
  if (buyable.length === 0) throw refuse(refusals, 'not_for_sale')
  const priced = await priceLines(ctx, buyable, { client_id, coupon })
  const purchase = await startOrder(ctx, { ...priced, client_id, format }).catch((error: unknown) => {
    // Another call granted it at the same time.
    if (error instanceof Refusal && error.code === 'license_held') return undefined
    throw error
  })
  if (!purchase) return requireOwned(ctx, { ...wanted, format })
  const { order_id, payment_id, totals, lines: _, ...started } = purchase
  if (!payment_id) return { ...(await requireOwned(ctx, { ...wanted, format })), order_id, ...totals }
  const query = new URLSearchParams({
    type: 'license',
    asset_id,
    amount: inDollars(totals.total_cents).toFixed(2),
    license_type,
    payment_id,
    ...(format && { format })
  })
  return { ...started, payment_id, order_id, ...totals, checkout_url: `/pay/checkout?${query}` }
}

async function requireOwned(ctx: Ctx, wanted: Wanted & Chosen) {
  const owned = await findOwned(ctx, wanted)
  if (!owned) throw refuse(refusals, 'license_not_active')
  return owned
}
