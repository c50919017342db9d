import { audit } from '#accounts/server/index.ts'
import { inDollars, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, csvOf, refuse, signedIn } from '#platform/server/index.ts'
import { type exportInvoices, refusals } from '../../admin.contract.ts'
import { dayOf } from '../../calendar.ts'
import { percentOf } from '../../tax.rules.ts'
import * as queries from '../documents/documents.queries.ts'

const MAX_LINES = 100_000

const COLUMNS = [
  ...['number', 'buyer', 'net', 'tax', 'total', 'kind', 'issued_on', 'paid_on', 'tax_percent', 'country', 'state', 'tax_number'],
  ...['client_email', 'credits', 'replaces', 'payment_id']
]

/** Returns the documents of a period as CSV, newest first, and records the export in the audit log. The amounts add up to what was sold less what was credited. */
export async function exportCsv(ctx: Ctx, { query }: Received<typeof exportInvoices>): Promise<{ name: string; text: string }> {
  const rows = await queries.findListed(ctx.db, { ...query, page: 1, page_size: MAX_LINES + 1 })
  if (rows.length > MAX_LINES) throw refuse(refusals, 'too_many_lines')
  await recordExport(ctx, rows.length)
  return { name: `invoices-${dayOf(ctx.now)}.csv`, text: csvOf(COLUMNS, rows.map(lineOf)) }
}

export const recordExport = ({ db, ...ctx }: Ctx, documents: number): Promise<void> =>
  audit(db, {
    actor_id: signedIn({ db, ...ctx }).id,
    action: 'invoice.exported',
    subject_kind: 'report',
    subject: 'invoices',
    details: { documents }
  })

function lineOf(row: queries.Listed) {
  const sign = row.kind === 'credit_note' ? -1 : 1
  const signed = (cents: number) => inDollars(toCents(sign * cents))
  return {
    number: row.number,
    buyer: row.buyer.name,
    net: signed(row.subtotal_cents - row.discount_cents),
    tax: signed(row.tax_cents),
    total: signed(row.total_cents),
    kind: row.kind,
    issued_on: dayOf(row.issued_at),
    paid_on: dayOf(row.paid_at),
    tax_percent: percentOf(row.tax_per_million),
    country: row.buyer.country,
    state: row.buyer.state,
    tax_number: row.buyer.tax_number,
    client_email: row.client_email,
    credits: row.credits,
    replaces: row.replaces,
    payment_id: row.payment_id
  }
}
