import { spendCall } from '#payments/server/index.ts'
import { type Answer, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { type createOrder, type listOrders, type Order, type OrderWithHandOver, refusals } from '../../orders.contract.ts'
import { describeOf } from '../hand-over/order-hand-over.service.ts'
import { priceLines, sortItems } from './order-lines.service.ts'
import { presentLine } from './order-purpose.service.ts'
import * as queries from './orders.queries.ts'
import { startOrder } from './start-order.service.ts'

const OK = 200
const NOTHING = { subtotal_cents: toCents(0), discount_cents: toCents(0), tax_cents: toCents(0), total_cents: toCents(0) }

/** Starts one purchase of several licenses. Names what is held or not for sale, and leaves it out. */
export async function create(ctx: Ctx, { body }: Received<typeof createOrder>): Promise<Answer<typeof createOrder>> {
  await spendCall(ctx, 'checkout')
  const { id: client_id } = signedIn(ctx)
  const { buyable, held, unavailable } = await sortItems(ctx, client_id, body.items)
  if (buyable.length === 0) {
    ctx.outgoing.status = OK
    return { lines: [], held, unavailable, ...NOTHING }
  }
  const priced = await priceLines(ctx, buyable, { client_id, coupon: body.coupon })
  const { order_id } = await startOrder(ctx, { ...priced, client_id, format: null })
  return { ...(await read(ctx, order_id)), held, unavailable }
}

export async function list({ db, ...ctx }: Ctx, { query }: Received<typeof listOrders>): Promise<Answer<typeof listOrders>> {
  const { page, page_size, ...chosen } = query
  const filter = { client_id: signedIn({ db, ...ctx }).id, ...chosen }
  const [rows, total] = [await queries.findOrders(db, { ...filter, page, page_size }), await queries.countOrders(db, filter)]
  const ids = rows.map(({ id }) => id)
  const lines = Map.groupBy(await queries.findLinesOf(db, ids), ({ order_id }) => order_id)
  return { items: rows.map((row) => present(row, lines.get(row.id) ?? [])), total, page, page_size }
}

export async function readWithHandOver(ctx: Ctx, id: string): Promise<OrderWithHandOver> {
  return { ...(await read(ctx, id)), hand_over: await describeOf(ctx, id) }
}

async function read(ctx: Ctx, id: string): Promise<Order> {
  const row = await queries.findOrder(ctx.db, { id, client_id: signedIn(ctx).id })
  if (!row) throw refuse(refusals, 'order_not_found')
  return present(row, await queries.findLinesOf(ctx.db, [id]))
}

function present({ id, pending, ...row }: queries.OrderRow, lines: queries.LineRow[]): Order {
  const { status, payment_id, created_at, captured_at } = row
  const isOpen = status === 'created' && !pending
  const isPaid = status === 'captured' || status === 'refunded'
  const paid_at = payment_id ? captured_at : created_at
  const query = new URLSearchParams({
    type: 'order',
    order_id: id,
    amount: (row.total_cents / 100).toFixed(2),
    payment_id: payment_id ?? ''
  })
  return {
    ...row,
    order_id: id,
    approve_url: isOpen ? row.approve_url : null,
    checkout_url: isOpen ? `/pay/checkout?${query}` : null,
    lines: lines.map((line) => presentLine(line, status === 'failed' ? 'failed' : null)),
    created_at: created_at.toISOString(),
    paid_at: (isPaid && paid_at?.toISOString()) || null,
    receipt_url: isPaid && payment_id ? `/api/payments/${payment_id}/receipt` : null
  }
}
