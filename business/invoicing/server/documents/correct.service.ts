import { lockPayment } from '#payments/server/index.ts'
import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import { type correctInvoice, refusals, type TypedBilling } from '../../contract.ts'
import { type DocumentLine, totalsOf } from '../../rules.ts'
import { requireDetails } from '../billing/billing.service.ts'
import type { IssuedDocument } from '../tables.ts'
import * as queries from './documents.queries.ts'
import { issueDocument, partyOf } from './issue.service.ts'

const CORRECTIONS_PER_HOUR = 30

/**
 * Replaces one of the caller's own invoices by one with other billing details: a new invoice, and a credit note for the first, both of what was not
 * refunded. Payment, tax, and ledger stay as they are.
 */
export async function correct(ctx: Ctx, number: string, typed: TypedBilling): Promise<Answer<typeof correctInvoice>> {
  const { id: client_id, name, email } = signedIn(ctx)
  await spend(ctx, { key: `invoicing.corrections.${client_id}`, most: CORRECTIONS_PER_HOUR, seconds: 3600 })
  const details = requireDetails(typed)
  return inTransaction(ctx, async (inside) => {
    const { invoice, lines } = await requireCorrectable(inside, client_id, number)
    const { payment_id, paid_at, description, seller, tax_per_million, correctable_until } = invoice
    const same = { client_id, payment_id, paid_at, lines, seller, tax_per_million }
    // Invoice first: every transaction takes the numbers under the one lock of the year.
    const replacement = await issueDocument(inside, 'invoice', {
      ...same,
      ...{ description, correctable_until, replaces_id: invoice.id },
      buyer: partyOf({ name, email }, details, seller.country)
    })
    const credit_note = await issueDocument(inside, 'credit_note', {
      ...same,
      description: `Correction: ${description}`,
      buyer: invoice.buyer,
      credits_id: invoice.id
    })
    return { credit_note: { number: credit_note.number }, invoice: { number: replacement.number } }
  })
}

/** Locks the payment and its invoice, in this order like refunds, so that corrections and refunds come one after the other. */
async function requireCorrectable(
  { db, now }: Ctx<Tx>,
  client_id: string,
  number: string
): Promise<{ invoice: IssuedDocument; lines: DocumentLine[] }> {
  const invoice = await queries.findDocument(db, number)
  if (invoice?.client_id !== client_id) throw refuse(refusals, 'invoice_not_found')
  if (invoice.kind !== 'invoice') throw refuse(refusals, 'not_an_invoice')
  await lockPayment(db, invoice.payment_id)
  await queries.lockDocument(db, invoice.id)
  if (await queries.isReplaced(db, invoice.id)) throw refuse(refusals, 'corrected_already')
  const refunded = (await queries.findCreditNotes(db, invoice.id)).flatMap(({ lines }) => lines)
  const lines = restOf(invoice, refunded)
  if (refunded.length > 0 && totalsOf(lines).total_cents <= 0) throw refuse(refusals, 'invoice_credited')
  if (!invoice.correctable_until || invoice.correctable_until <= now) throw refuse(refusals, 'correction_too_late')
  return { invoice, lines }
}

/** Returns the lines that were not refunded. A refund of any other amount than that of some lines leaves one line for the rest. */
function restOf(invoice: IssuedDocument, refunded: readonly DocumentLine[]): DocumentLine[] {
  const left = [...invoice.lines]
  for (const line of refunded) {
    const at = left.findIndex((other) => isSameLine(line, other))
    if (at < 0) return [restLine(invoice, refunded)]
    left.splice(at, 1)
  }
  return left
}

const isSameLine = (one: DocumentLine, other: DocumentLine): boolean =>
  one.title === other.title &&
  one.price_cents === other.price_cents &&
  one.discount_cents === other.discount_cents &&
  one.tax_cents === other.tax_cents

function restLine(invoice: IssuedDocument, refunded: readonly DocumentLine[]): DocumentLine {
  const [all, credited] = [totalsOf(invoice.lines), totalsOf(refunded)]
  const tax_cents = all.tax_cents - credited.tax_cents
  const price_cents = all.total_cents - credited.total_cents - tax_cents
  return { title: `Rest of ${invoice.number}: ${invoice.description}`, price_cents, discount_cents: 0, tax_cents }
}
