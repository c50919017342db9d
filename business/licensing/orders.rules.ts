import { type Cents, toCents } from '#platform/contract/money.ts'

/** An order has at least two licenses; one license has a checkout of its own. */
export const MIN_ITEMS = 2
export const MAX_ITEMS = 200

export const ORDER_STATES = ['created', 'captured', 'failed', 'refunded'] as const
export type OrderState = (typeof ORDER_STATES)[number]
export const ORDER_STATE_NAMES: Record<OrderState, string> = {
  created: 'Not paid',
  captured: 'Paid',
  failed: 'Not completed',
  refunded: 'Refunded'
}

export type LineAmounts = { price_cents: Cents; discount_cents: Cents; tax_cents: Cents; total_cents: Cents }
export type Totals = { subtotal_cents: Cents; discount_cents: Cents; tax_cents: Cents; total_cents: Cents }

export const totalOf = ({ price_cents, discount_cents, tax_cents }: Omit<LineAmounts, 'total_cents'>): Cents =>
  toCents(price_cents - discount_cents + tax_cents)

/** Adds up the lines of an order. */
export function totalsOf(lines: readonly LineAmounts[]): Totals {
  const sum = (of: (line: LineAmounts) => Cents) => toCents(lines.reduce((total, line) => total + of(line), 0))
  return {
    subtotal_cents: sum((line) => line.price_cents),
    discount_cents: sum((line) => line.discount_cents),
    tax_cents: sum((line) => line.tax_cents),
    total_cents: sum((line) => line.total_cents)
  }
}

/** Names an order by its licenses. */
export const orderName = (lines: readonly { asset_title: string; license_type: string }[]): string => {
  const [first] = lines
  return lines.length === 1 && first ? `${first.asset_title}, ${first.license_type} license` : `Order of ${lines.length} licenses`
}
