import { randomUUID } from 'node:crypto'
import { lockAssetsOnSale } from '#catalogue/server/index.ts'
import { type Applied, reserveCoupon, spendCoupon } from '#coupons/server/index.ts'
import { type Started, startPayment } from '#payments/server/index.ts'
import { type Ctx, inTransaction, refuse, type Tx } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { orderName, type Totals, totalsOf } from '../../orders.rules.ts'
import { announceGrants, grantLines } from './grant-lines.service.ts'
import type { Priced, PricedLine } from './order-lines.service.ts'
import * as queries from './orders.queries.ts'

export type NewOrder = Priced & {
  client_id: string
  /** The format that the client chose for the download of a single license. */
  format: string | null
}
export type StartedPurchase = { order_id: string; lines: PricedLine[]; totals: Totals } & Partial<Started>

/**
 * Places an order at the prices of its lines. One that costs nothing is granted immediately; otherwise opens a PayPal order for it. A coupon is
 * reserved in the same transaction.
 */
export async function startOrder(ctx: Ctx, order: NewOrder): Promise<StartedPurchase> {
  const order_id = randomUUID()
  const { lines } = order
  const totals = totalsOf(lines)
  if (totals.total_cents === 0) {
    await inTransaction(ctx, (inside) => grantForNothing(inside, { ...order, order_id, totals }))
    return { order_id, lines, totals }
  }
  const { subtotal_cents, discount_cents, tax_cents, total_cents: amount_cents } = totals
  const { client_id, format: file_format, tax_per_million } = order
  const [only, ...others] = lines
  const single = only && others.length === 0 ? only : undefined
  const what = {
    asset_id: single?.asset_id ?? null,
    license_type: single?.license_type ?? null,
    file_format,
    description: orderName(lines)
  }
  const started = await startPayment(
    ctx,
    { ...what, client_id, order_id, amount_cents, subtotal_cents, discount_cents, tax_cents, tax_per_million },
    async (inside, payment) => {
      await storeOrder(inside, { ...order, order_id, totals, payment_id: payment.id })
      await reserve(inside, { ...order, order_id })
    }
  )
  return { ...started, order_id, lines, totals }
}

type Stored = NewOrder & { order_id: string; totals: Totals; payment_id?: string }

async function storeOrder(ctx: Ctx<Tx>, { order_id, client_id, lines, totals, applied, payment_id }: Stored): Promise<void> {
  const { db, now } = ctx
  const order = { id: order_id, client_id, payment_id: payment_id ?? null, coupon_code: applied?.code ?? null }
  await queries.insertOrder(db, { ...order, ...totals, line_count: lines.length, created_at: now })
  const rows = lines.map(({ category: _, ...line }, position) => ({
    ...line,
    order_id,
    client_id,
    payment_id: payment_id ?? null,
    position
  }))
  await queries.insertLines(db, rows)
}

type Reserved = { applied: Applied | undefined; order_id: string; client_id: string }

/** Called last: the coupon's lock makes other checkouts with it wait. */
async function reserve(ctx: Ctx<Tx>, { applied, order_id, client_id }: Reserved): Promise<void> {
  if (applied) await reserveCoupon(ctx, { applied, purchase_id: order_id, client_id })
}

/** Refuses, and stores nothing, if one of the licenses cannot be granted any more. */
async function grantForNothing(ctx: Ctx<Tx>, order: Stored): Promise<void> {
  const ids = order.lines.map(({ asset_id }) => asset_id)
  if (!(await lockAssetsOnSale(ctx.db, ids))) throw refuse(refusals, 'asset_withdrawn')
  await storeOrder(ctx, order)
  const lines = await queries.findLinesOf(ctx.db, [order.order_id])
  const granted = await grantLines(ctx, { ...order, payment_id: null, sold_at: ctx.now, lines })
  if (!granted) throw refuse(refusals, 'license_held')
  await reserve(ctx, order)
  await spendCoupon(ctx, order.order_id)
  await announceGrants(ctx, order.order_id, granted)
}
