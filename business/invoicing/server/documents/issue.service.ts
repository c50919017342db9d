import { findUser } from '#accounts/server/index.ts'
import type { CompletedRefund, Payment } from '#payments/server/index.ts'
import { toCents } from '#platform/contract/index.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'
import { yearOf } from '../../calendar.ts'
import { CORRECTION_DAYS, type DocumentKind, type DocumentLine, numberOf, type Party, totalsOf } from '../../rules.ts'
import { rateBehind } from '../../tax.rules.ts'
import { findBilling } from '../billing/billing.queries.ts'
import type { IssuedDocument } from '../tables.ts'
import * as queries from './documents.queries.ts'

const DAY_MS = 24 * 3600_000
const UNTITLED = 'Untitled Asset'

type Content = Pick<
  IssuedDocument,
  'client_id' | 'payment_id' | 'paid_at' | 'description' | 'seller' | 'buyer' | 'lines' | 'tax_per_million'
> &
  Partial<Pick<IssuedDocument, 'refund_id' | 'credits_id' | 'replaces_id' | 'correctable_until'>>

/** Issues a document with the next number of its series. */
export async function issueDocument({ db, now }: Ctx<Tx>, kind: DocumentKind, content: Content): Promise<IssuedDocument> {
  const year = yearOf(now)
  const position = await queries.takePosition(db, kind, year)
  // This one may have waited for the number while a later one was issued. Dates rise with numbers.
  const issued_at = await queries.latestOf(db, { kind, year, now })
  const { subtotal_cents, discount_cents, tax_cents, total_cents } = totalsOf(content.lines)
  return queries.insertDocument(db, {
    refund_id: null,
    credits_id: null,
    replaces_id: null,
    correctable_until: null,
    ...content,
    kind,
    year,
    position,
    number: numberOf(kind, year, position),
    issued_at,
    subtotal_cents: toCents(subtotal_cents),
    discount_cents: toCents(discount_cents),
    tax_cents: toCents(tax_cents),
    total_cents: toCents(total_cents)
  })
}

/** Issues the invoice of a payment, in the transaction that captures it. */
export async function issueInvoice(ctx: Ctx<Tx>, payment: Payment): Promise<void> {
  const { id: payment_id, client_id, description, captured_at, tax_cents, amount_cents } = payment
  const lines = await linesOf(ctx, payment)
  await issueDocument(ctx, 'invoice', {
    client_id,
    payment_id,
    description,
    lines,
    paid_at: captured_at ?? ctx.now,
    correctable_until: new Date(ctx.now.getTime() + CORRECTION_DAYS * DAY_MS),
    seller: ctx.ports.invoicing.seller,
    buyer: await buyerOf(ctx, client_id),
    tax_per_million: payment.tax_per_million || rateBehind(amount_cents - tax_cents, tax_cents)
  })
}

/** The licenses of a payment. A plan is one line, and so is a payment of before orders. */
async function linesOf(ctx: Ctx<Tx>, payment: Payment): Promise<DocumentLine[]> {
  const { amount_cents, discount_cents, tax_cents, description } = payment
  const licenses = payment.purpose === 'license' ? await licensesOf(ctx, payment) : []
  if (licenses.length > 0) return licenses
  const price_cents = payment.subtotal_cents ?? toCents(amount_cents + discount_cents - tax_cents)
  return [{ title: description, price_cents, discount_cents, tax_cents }]
}

/** `line_ids`: only these. */
async function licensesOf(ctx: Ctx<Tx>, payment: Payment, line_ids?: readonly string[]): Promise<DocumentLine[]> {
  const lines = await ctx.ports.purposes.license.lines(ctx.db, payment)
  return lines
    .filter(({ line_id }) => !line_ids || line_ids.includes(line_id))
    .map(({ asset_title, license_type, price_cents, discount_cents, tax_cents }) => ({
      title: `${asset_title || UNTITLED}, ${license_type} license`,
      ...{ price_cents, discount_cents, tax_cents }
    }))
}

/** The buyer is who the billing details name, else the person. A person whose country is not known buys where we sell. */
async function buyerOf(ctx: Ctx<Tx>, client_id: string): Promise<Party> {
  const person = await findUser(ctx.db, client_id)
  const details = await findBilling(ctx.db, client_id)
  const contact = { name: person?.name ?? 'Deleted user', email: person?.email ?? null }
  return partyOf(contact, details, ctx.ports.invoicing.seller.country)
}

type Details = Omit<Party, 'name' | 'contact' | 'email'> & { company: string | null }

export function partyOf({ name, email }: { name: string; email: string | null }, details: Details | undefined, country: string): Party {
  const place = {
    address_line1: details?.address_line1 ?? null,
    address_line2: details?.address_line2 ?? null,
    city: details?.city ?? null,
    postal_code: details?.postal_code ?? null,
    state: details?.state ?? null,
    country: details?.country ?? country,
    tax_number: details?.tax_number ?? null
  }
  return { name: details?.company ?? name, contact: details?.company ? name : null, email, ...place }
}

type Credited = { payment: Payment; refund: CompletedRefund }

/** Issues the credit note of a completed refund, in the transaction that books it. A payment of before invoices has none. */
export async function issueCreditNote(ctx: Ctx<Tx>, payment: Payment, refund: CompletedRefund): Promise<void> {
  const invoice = await lockCurrentInvoice(ctx, payment.id)
  if (!invoice) return
  const { client_id, payment_id, seller, buyer, tax_per_million } = invoice
  await issueDocument(ctx, 'credit_note', {
    client_id,
    payment_id,
    seller,
    buyer,
    tax_per_million,
    refund_id: refund.id,
    credits_id: invoice.id,
    paid_at: refund.completed_at,
    description: `Refund: ${payment.description}`,
    lines: await creditedLines(ctx, invoice, { payment, refund })
  })
}

/** A correction that is not committed yet holds the invoice's lock. Afterwards the one that replaced it is the current one. */
async function lockCurrentInvoice({ db }: Ctx<Tx>, payment_id: string): Promise<IssuedDocument | undefined> {
  const found = await queries.findCurrentInvoice(db, payment_id)
  if (!found) return undefined
  await queries.lockDocument(db, found.id)
  const current = await queries.findCurrentInvoice(db, payment_id)
  if (current && current.id !== found.id) await queries.lockDocument(db, current.id)
  return current
}

/** A refund of everything has the lines of the invoice, one of some licenses has theirs, and any other amount is one line. */
async function creditedLines(ctx: Ctx<Tx>, invoice: IssuedDocument, { payment, refund }: Credited): Promise<DocumentLine[]> {
  const { amount_cents, tax_cents, line_ids } = refund
  if (amount_cents === invoice.total_cents) return invoice.lines
  const chosen = line_ids ? await licensesOf(ctx, payment, line_ids) : []
  const totals = totalsOf(chosen)
  if (totals.total_cents === amount_cents && totals.tax_cents === tax_cents) return chosen
  return [
    { title: `Part of ${invoice.number}: ${invoice.description}`, price_cents: amount_cents - tax_cents, discount_cents: 0, tax_cents }
  ]
}
