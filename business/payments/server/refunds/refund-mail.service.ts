import type { Ctx } from '#platform/server/index.ts'
import { refundMail } from '../../mails/refund-mail.tsx'
import { findOneListed } from '../admin/admin.queries.ts'
import { findLines } from '../ports.ts'
import { requirePayment } from '../queries.ts'
import type { Refund } from '../tables.ts'
import { findRefund } from './refund.queries.ts'

/** Emails the client about a completed refund. Deleted accounts get no email. */
export async function sendRefundMail(ctx: Ctx, refund_id: string): Promise<void> {
  const { db, ports } = ctx
  const refund = await findRefund(db, refund_id)
  const payment = refund && (await findOneListed(db, refund.payment_id))
  if (!refund || !payment?.client_email || refund.amount_cents === null || !refund.completed_at) return
  const { amount_cents, completed_at, provider_refund_id } = refund
  const mail = await refundMail({
    sender: ports.settings,
    name: payment.client_name,
    description: payment.description,
    purpose: payment.purpose,
    payment_id: payment.id,
    refund: { amount_cents, completed_at, provider_refund_id: provider_refund_id ?? '' },
    partial: payment.state !== 'refunded',
    lines: await refundedTitles(ctx, refund),
    bought_nothing: refund.asked_by === null && refund.reason !== null
  })
  await ports.mail.send(db, { to: payment.client_email, ...mail })
}

async function refundedTitles(ctx: Ctx, { payment_id, line_ids }: Refund): Promise<string[]> {
  if (!line_ids) return []
  const lines = await findLines(ctx, await requirePayment(ctx.db, payment_id))
  return lines
    .filter(({ line_id }) => line_ids.includes(line_id))
    .map(({ asset_title, license_type }) => `${asset_title}, ${license_type} license`)
}
