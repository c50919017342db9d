import { findUser } from '#accounts/server/index.ts'
import { type Answer, BUSINESS_ZONE, type Cents, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { type listMyPayments, refusals } from '../../contract.ts'
import { spendReceipt } from '../limits.ts'
import { findLines, type PaidLine } from '../ports.ts'
import * as queries from './purchases.queries.ts'
import { drawReceipt } from './receipt-pdf.ts'

type Charged = NonNullable<Awaited<ReturnType<typeof queries.findOneCharged>>>

/** Returns the caller's own payments that were charged, newest first. */
export async function listMine(ctx: Ctx, { query }: Received<typeof listMyPayments>): Promise<Answer<typeof listMyPayments>> {
  const { page, page_size, purpose } = query
  const mine = { client_id: signedIn(ctx).id, purpose }
  const [rows, total] = [await queries.findCharged(ctx.db, { ...mine, page, page_size }), await queries.countCharged(ctx.db, mine)]
  return { items: rows.map(present), total, page, page_size }
}

const present = ({ state, amount_cents, refunded_cents, created_at, captured_at, refunded_at, ...row }: Charged) => ({
  ...row,
  status: state,
  amount: inDollars(amount_cents),
  amount_cents,
  refunded: inDollars(refunded_cents),
  refunded_cents,
  paid_at: (captured_at ?? created_at).toISOString(),
  refunded_at: refunded_at?.toISOString() ?? null,
  receipt_url: `/api/payments/${row.id}/receipt`
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Draws the receipt of a charged payment: of this client's, or for the desk of anyone's. */
export async function openReceipt(ctx: Ctx, wanted: { id: string; client_id?: string }) {
  const payment = await queries.findOneCharged(ctx.db, wanted)
  const payer = payment && (await findUser(ctx.db, payment.client_id))
  if (!payer) throw refuse(refusals, 'payment_not_found')
  await spendReceipt(ctx)
  const { brand_name, support_email, public_url } = ctx.ports.settings
  const paid_at = payment.captured_at ?? payment.created_at
  const details = {
    ...{ brand_name, support_email, public_url, payer },
    number: payment.id,
    paid_on: day.format(paid_at),
    items: itemsOf(payment, await findLines(ctx, payment)),
    sums: sumsOf(payment),
    amount: dollars.format(inDollars(payment.amount_cents)),
    refunded: refundSentence(payment),
    transaction: payment.provider_capture_id ?? ''
  }
  return { file_name: `receipt-${payment.id}.pdf`, pdf: await drawReceipt(details, paid_at) }
}

const money = (amount: Cents): string => dollars.format(inDollars(amount))

function itemsOf({ description, purpose, subtotal_cents, amount_cents }: Charged, lines: readonly PaidLine[]) {
  if (lines.length > 1)
    return lines.map(({ asset_title, license_type, price_cents, status }) => ({
      title: asset_title,
      note: `${license_type} license${status === 'refunded' ? ', refunded' : ''}`,
      amount: money(price_cents)
    }))
  const note = purpose === 'license' ? 'One-time purchase' : 'Renews until canceled'
  return [{ title: description, note, amount: money(subtotal_cents ?? amount_cents) }]
}

function sumsOf({ subtotal_cents, discount_cents, tax_cents }: Charged) {
  if (subtotal_cents === null || (discount_cents === 0 && tax_cents === 0)) return []
  return [
    { label: 'Subtotal', amount: money(subtotal_cents) },
    ...(discount_cents > 0 ? [{ label: 'Discount', amount: `-${money(discount_cents)}` }] : []),
    ...(tax_cents > 0 ? [{ label: 'Tax', amount: money(tax_cents) }] : [])
  ]
}

function refundSentence({ refunded_at, refunded_cents }: Charged): string | null {
  if (refunded_at) return `Refunded on ${day.format(refunded_at)}.`
  return refunded_cents > 0 ? `${dollars.format(inDollars(refunded_cents))} of it was refunded.` : null
}
