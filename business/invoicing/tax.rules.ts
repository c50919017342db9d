import type { Party } from './rules.ts'

/* Tax in whole cents. A rate is stored in parts per million: 82500 is 8.25 percent. */

const MILLION = 1_000_000n

/** The tax on a net amount, rounded half up to the cent. */
export const taxOf = (net_cents: number, per_million: number): number =>
  Number((BigInt(net_cents) * BigInt(per_million) + MILLION / 2n) / MILLION)

/** The net amount in a gross one. */
export const netOf = (gross_cents: number, per_million: number): number => Math.round((gross_cents * 1_000_000) / (1_000_000 + per_million))

/** Spreads a tax over lines by their net amounts. The parts add up to the tax, and none is more than a cent from its exact share. */
export function spreadTax(nets: readonly number[], tax_cents: number): number[] {
  const total = nets.reduce((sum, net) => sum + net, 0)
  if (total === 0) return nets.map(() => 0)
  let sum = 0
  let spread = 0
  return nets.map((net) => {
    sum += net
    const part = Number((BigInt(tax_cents) * BigInt(sum) * 2n + BigInt(total)) / (BigInt(total) * 2n)) - spread
    spread += part
    return part
  })
}

export const percentOf = (per_million: number): number => per_million / 10_000

/** How the tax of a document is classified (UNCL 5305): S taxed, AE reverse charge, O not taxed. */
export type TaxCategory = 'S' | 'AE' | 'O'

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
export const isInEu = (country: string): boolean => EU.includes(country)

/** A business in the EU accounts for the tax itself if a seller abroad took none. */
export function taxCategoryOf(per_million: number, buyer: Party, seller: Party): TaxCategory {
  if (per_million > 0) return 'S'
  const isReversed = isInEu(buyer.country) && buyer.country !== seller.country && buyer.tax_number !== null && seller.tax_number !== null
  return isReversed ? 'AE' : 'O'
}

export const TAX_NOTES: Record<TaxCategory, string | null> = {
  S: null,
  AE: 'Reverse charge: the buyer owes the tax.',
  O: 'No tax is charged.'
}

/** The rate behind a tax whose rate was not stored. */
export const rateBehind = (net_cents: number, tax_cents: number): number =>
  net_cents <= 0 || tax_cents <= 0 ? 0 : Math.min(1_000_000, Math.round((tax_cents / net_cents) * 10_000) * 100)
