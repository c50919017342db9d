import { findUser } from '#accounts/server/index.ts'
import { netOf } from '#invoicing/tax.rules.ts'
import { drawReceipt, spendReceipt } from '#payments/server/index.ts'
import { BUSINESS_ZONE, inDollars, toCents } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { planOf } from '../../rules.ts'
import { findReceipt } from '../periods.queries.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const money = (cents: number): string => dollars.format(inDollars(toCents(cents)))

const NO_RECEIPT = 'This receipt does not exist.'

/** Returns a receipt as a PDF. Only the client who paid can read it. */
export async function openReceipt(ctx: Ctx, number: string): Promise<{ file_name: string; pdf: NodeJS.ReadableStream }> {
  const { db, ports } = ctx
  const found = await findReceipt(db, number)
  if (!found || found.owner_id !== signedIn(ctx).id) throw refuse(refusals, 'subscription_not_found', { message: NO_RECEIPT })
  const { paid_at, starts_at, ends_at, refunded_at, plan_id, plan_name, amount_cents, credit_cents, provider_transaction_id } = found
  const payer = await findUser(db, found.owner_id)
  if (!payer || !paid_at || !ends_at) throw refuse(refusals, 'subscription_not_found', { message: NO_RECEIPT })
  await spendReceipt(ctx)
  const { brand_name, support_email, public_url } = ports.settings
  const amount = money(amount_cents)
  const net_cents = netOf(amount_cents, found.tax_per_million)
  const credit = credit_cents > 0 ? `. ${money(credit_cents)} credit for your previous plan` : ''
  const note = `${day.format(starts_at)} to ${day.format(ends_at)}${credit}`
  const details = {
    ...{ brand_name, support_email, public_url, number, payer },
    paid_on: day.format(paid_at),
    items: [{ title: `${plan_name} plan, one ${plan_id ? planOf(plan_id).interval : 'month'}`, note, amount: money(net_cents) }],
    sums: net_cents < amount_cents ? [{ label: 'Tax', amount: money(amount_cents - net_cents) }] : [],
    amount,
    refunded: refunded_at && `Refunded on ${day.format(refunded_at)}.`,
    transaction: provider_transaction_id ?? ''
  }
  return { file_name: `${number}.pdf`, pdf: await drawReceipt(details, paid_at) }
}
