import { type Cents, inDollars, toCents } from '#platform/contract/index.ts'
import { CURRENCY } from '../../rules.ts'
import type { PayPalMoney } from './schemas.ts'

/** Formats cents for PayPal: 1250 becomes "12.50". */
export const payPalValue = (amount: Cents): string => inDollars(amount).toFixed(2)

/** Reads PayPal's amount: "12.50" USD is 1250 cents. Null for another currency or an unreadable amount. */
export function centsOf(money: PayPalMoney | undefined): Cents | null {
  const [, whole, fraction] = /^(\d{1,9})\.(\d\d)$/.exec(money?.value ?? '') ?? []
  if (whole === undefined || money?.currency_code !== CURRENCY) return null
  return toCents(Number(whole) * 100 + Number(fraction))
}
