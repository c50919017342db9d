import { audit } from '#accounts/server/index.ts'
import { inDollars, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, csvOf, refuse, signedIn } from '#platform/server/index.ts'
import { type exportPayments, refusals } from '../../admin.contract.ts'
import * as queries from './admin.queries.ts'

const MAX_LINES = 100_000

const COLUMNS = [
  ...['created_at', 'captured_at', 'refunded_at', 'client', 'client_email', 'paid_for', 'description', 'license_type', 'status'],
  ...['amount_usd', 'refunded_usd', 'paypal_fee_usd', 'payment_id', 'paypal_order', 'paypal_transaction']
]

/** Returns every payment that the filters match as CSV, newest first, and records the export in the audit log. */
export async function exportAll(ctx: Ctx, { query }: Received<typeof exportPayments>): Promise<{ name: string; text: string }> {
  const { db, now } = ctx
  const rows = await queries.findListed(db, { ...query, page: 1, page_size: MAX_LINES + 1 })
  if (rows.length > MAX_LINES) throw refuse(refusals, 'too_many_lines')
  const by = { actor_id: signedIn(ctx).id, action: 'payment.exported', subject_kind: 'report', subject: 'payments' }
  await audit(db, { ...by, details: { lines: rows.length } })
  return { name: `payments-${now.toISOString().slice(0, 10)}.csv`, text: csvOf(COLUMNS, rows.map(lineOf)) }
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

const lineOf = (row: queries.Listed) => ({
  created_at: iso(row.created_at),
  captured_at: iso(row.captured_at),
  refunded_at: iso(row.refunded_at),
  client: row.client_name,
  client_email: row.client_email,
  paid_for: row.purpose,
  description: row.description,
  license_type: row.license_type,
  status: row.state,
  amount_usd: inDollars(row.amount_cents),
  refunded_usd: inDollars(row.refunded_cents),
  paypal_fee_usd: inDollars(row.fee_cents ?? toCents(0)),
  payment_id: row.id,
  paypal_order: row.provider_order_id,
  paypal_transaction: row.provider_capture_id
})
