import { taxOf } from '#invoicing/tax.rules.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import { nextTerms } from '../next-terms.ts'
import { countPaid } from '../periods.queries.ts'
import type { Subscription } from '../tables.ts'

/** Returns what the next payment of the current plan costs: less while a coupon makes it cheaper. */
export async function dueNow({ db }: Ctx, { id, price_cents, intro_cents, intro_payments }: Subscription): Promise<Cents> {
  if (intro_cents === null || intro_payments === null) return price_cents
  return (await countPaid(db, id)) < intro_payments ? intro_cents : price_cents
}

/** Returns what PayPal charges next, with tax. */
export async function nextCharge(ctx: Ctx, plan: Subscription): Promise<Cents> {
  const next = nextTerms(plan)
  const net = next.price_cents === plan.price_cents ? await dueNow(ctx, plan) : next.price_cents
  return toCents(net + taxOf(net, plan.tax_per_million))
}
