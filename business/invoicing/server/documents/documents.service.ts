import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn, spend } from '#platform/server/index.ts'
import type { listInvoices } from '../../admin.contract.ts'
import { type ListedInvoice, type listMyInvoices, refusals } from '../../contract.ts'
import type { IssuedDocument } from '../tables.ts'
import * as queries from './documents.queries.ts'

/** Returns the caller's own documents, newest first. */
export async function listMine(ctx: Ctx, { query }: Received<typeof listMyInvoices>): Promise<Answer<typeof listMyInvoices>> {
  const mine = { client_id: signedIn(ctx).id }
  const [rows, total] = [await queries.findListed(ctx.db, { ...mine, ...query }), await queries.countListed(ctx.db, mine)]
  return { items: rows.map((row) => present(ctx, row)), total, ...query }
}

export async function listAll(ctx: Ctx, { query }: Received<typeof listInvoices>): Promise<Answer<typeof listInvoices>> {
  const { page, page_size, ...filter } = query
  const [rows, total] = [await queries.findListed(ctx.db, query), await queries.countListed(ctx.db, filter)]
  const items = rows.map((row) => {
    const { client_id, client_name, client_email } = row
    return { ...present(ctx, row), client_id, client_name, client_email }
  })
  return { items, total, page, page_size }
}

const present = ({ now }: Ctx, row: queries.Listed): ListedInvoice => ({
  number: row.number,
  kind: row.kind,
  payment_id: row.payment_id,
  description: row.description,
  buyer: row.buyer.name,
  issued_at: row.issued_at.toISOString(),
  correctable_until: isCorrectable(row, now) ? (row.correctable_until?.toISOString() ?? null) : null,
  subtotal_cents: row.subtotal_cents,
  discount_cents: row.discount_cents,
  tax_cents: row.tax_cents,
  total_cents: row.total_cents,
  credits: row.credits,
  replaces: row.replaces,
  pdf_url: `/api/invoices/${row.number}.pdf`,
  xml_url: `/api/invoices/${row.number}.xml`
})

const isCorrectable = ({ correctable_until, is_credited }: queries.Listed, now: Date): boolean =>
  correctable_until !== null && correctable_until > now && !is_credited

const HOUR = 3600
/** Drawing a PDF takes about as long as a page. */
const FILES_PER_HOUR = 300

/** Returns a document of the caller, or any document for an admin, with the number of the invoice that it credits. */
export async function requireDocument(
  ctx: Ctx,
  number: string
): Promise<{ document: IssuedDocument; credits: IssuedDocument | undefined }> {
  const { id, role } = signedIn(ctx)
  await spend(ctx, { key: `invoicing.files.${id}`, most: FILES_PER_HOUR, seconds: HOUR })
  const found = await findWithCredited(ctx, number)
  if (!found || (role !== 'admin' && found.document.client_id !== id)) throw refuse(refusals, 'invoice_not_found')
  return found
}

export async function findWithCredited({ db }: Ctx, number: string) {
  const document = await queries.findDocument(db, number)
  return document && { document, credits: document.credits_id ? await queries.findDocumentById(db, document.credits_id) : undefined }
}
