import { type Cents, toCents } from '#platform/contract/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import { dayOf } from '../../calendar.ts'
import { percentOf, taxOf } from '../../tax.rules.ts'
import { findBilling } from '../billing/billing.queries.ts'
import { findRate } from './tax-rates.queries.ts'

export type Tax = {
  tax_cents: Cents
  /** For people, such as 8.25. */
  rate_percent: number
  /** Stored with the payment: its invoice names it. */
  tax_per_million: number
}

/** The tax in force on what a client pays today. `country` is that of their billing details. */
export type TaxPlace = { country: string | null; tax_per_million: number }

export async function taxPlaceOf({ db, now }: Ctx, client_id: string): Promise<TaxPlace> {
  const place = await findBilling(db, client_id)
  const rate = place && (await findRate(db, place, dayOf(now)))
  return { country: place?.country ?? null, tax_per_million: rate?.per_million ?? 0 }
}

const NONE: Tax = { tax_cents: toCents(0), rate_percent: 0, tax_per_million: 0 }

/** Returns the tax on a net total that a client pays today, by the place in their billing details. Without details or a rate there is none. */
export async function taxOn({ db, now }: Ctx, { client_id, net_cents }: { client_id: string; net_cents: Cents }): Promise<Tax> {
  const place = await findBilling(db, client_id)
  const rate = place && (await findRate(db, place, dayOf(now)))
  if (!rate) return NONE
  const { per_million } = rate
  return { tax_cents: toCents(taxOf(net_cents, per_million)), rate_percent: percentOf(per_million), tax_per_million: per_million }
}
