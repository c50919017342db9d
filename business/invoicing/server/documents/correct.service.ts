import { lockPayment } from '#payments/server/index.ts'
import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import { type correctInvoice, refusals, type TypedBilling } from '../../contract.ts'
import { requireDetails } from '../billing/billing.service.ts'
import type { IssuedDocument } from '../tables.ts'
import * as queries from './documents.queries.ts'
import { issueDocument, partyOf } from './issue.service.ts'

const CORRECTIONS_PER_HOUR = 30

/**
 * Replaces one of the caller's own invoices by one with other billing details: a new invoice, and a credit note for the first. Payment, tax, and
 * ledger stay as they are.
 */
export async function correct(ctx: Ctx, number: string, typed: TypedBilling): Promise<Answer<typeof correctInvoice>> {
  const { id: client_id, name, email } = signedIn(ctx)
  await spend(ctx, { key: `invoicing.corrections.${client_id}`, most: CORRECTIONS_PER_HOUR, seconds: 3600 })
  const details = requireDetails(typed)
  return inTransaction(ctx, async (inside) => {
    const invoice = await requireCorrectable(inside, client_id, number)
    const { payment_id, paid_at, description, lines, seller, tax_per_million, correctable_until } = invoice
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
async function requireCorrectable({ db, now }: Ctx<Tx>, client_id: string, number: string): Promise<IssuedDocument> {
  const document = await queries.findDocument(db, number)
  if (document?.client_id !== client_id) throw refuse(refusals, 'invoice_not_found')
  if (document.kind !== 'invoice') throw refuse(refusals, 'not_an_invoice')
  await lockPayment(db, document.payment_id)
  await queries.lockDocument(db, document.id)
  if (await queries.isReplaced(db, document.id)) throw refuse(refusals, 'corrected_already')
  if ((await queries.findCreditNotes(db, document.id)).length > 0) throw refuse(refusals, 'invoice_credited')
  if (!document.correctable_until || document.correctable_until <= now) throw refuse(refusals, 'correction_too_late')
  return document
}
