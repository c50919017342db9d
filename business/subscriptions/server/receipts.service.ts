import { findUser } from '#accounts/server/index.ts'
import { BUSINESS_ZONE, inDollars } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { findReceipt } from './periods.queries.ts'
import { drawReceipt } from './receipt-pdf.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** For whoever paid, as a PDF. */
export async function openReceipt(ctx: Ctx, number: string): Promise<{ file_name: string; pdf: NodeJS.ReadableStream }> {
  const { db, ports } = ctx
  const found = await findReceipt(db, number)
  if (!found || found.owner_id !== signedIn(ctx).id) throw refuse(no, 'subscription_not_found', { message: 'This receipt does not exist.' })
  const { paid_at, starts_at, ends_at, refunded_at, plan_name, amount_cents, provider_transaction_id } = found
  const payer = (await findUser(db, found.owner_id))!
  const { brand_name, support_email, public_url } = ports.settings
  const facts = {
    ...{ brand_name, support_email, public_url, number, plan_name, payer },
    paid_on: day.format(paid_at!),
    period: `${day.format(starts_at)} to ${day.format(ends_at!)}`,
    amount: dollars.format(inDollars(amount_cents)),
    refunded_on: refunded_at && day.format(refunded_at),
    transaction: provider_transaction_id ?? ''
  }
  return { file_name: `${number}.pdf`, pdf: drawReceipt(facts, paid_at!) }
}
