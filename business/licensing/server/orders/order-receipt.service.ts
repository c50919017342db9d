import { findReachableUser } from '#accounts/server/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import { orderReceiptMail } from '../../mails/order-receipt-mail.tsx'
import * as queries from './orders.queries.ts'

/** Emails one receipt for all licenses of an order. */
export async function sendOrderReceipt({ db, ports }: Ctx, order_id: string): Promise<void> {
  const order = await queries.findOrderById(db, order_id)
  const client = order && (await findReachableUser(db, order.client_id))
  if (!order || !client) return
  const lines = await queries.findLinesOf(db, [order_id])
  const mail = await orderReceiptMail({ sender: ports.settings, name: client.name, order, lines })
  await ports.mail.send(db, { to: client.email, ...mail }, { urgent: true })
}
