import type { Money } from './documents.ts'
import { refuse } from './refusal.ts'

/** PayPal's currencies with two decimals. The sandbox supports no others. */
const CURRENCIES = new Set('AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '))

/** PayPal's standard fee for a payment within the United States: 3.49 % and 49 cents. */
const FEE_BASIS_POINTS = 349
const FIXED_FEE_CENTS = 49

export function toCents({ value }: Money): number {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.')
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return value.startsWith('-') ? -cents : cents
}

export function showCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function moneyOf(cents: number, currency_code: string): Money {
  return { currency_code, value: showCents(cents) }
}

/** Returns the amount with exactly two decimals. Refuses what PayPal refuses. */
export function checkedMoney(amount: Money, field: string): Money {
  if (!CURRENCIES.has(amount.currency_code)) throw refuse('INVALID_CURRENCY_CODE', `${field}/currency_code`)
  if (!/^-?\d*(\.\d{1,2})?$/.test(amount.value)) throw refuse('DECIMAL_PRECISION', `${field}/value`)
  return moneyOf(toCents(amount), amount.currency_code)
}

/** An amount of zero or more. */
export function checkedPart(amount: Money, field: string): Money {
  const part = checkedMoney(amount, field)
  if (toCents(part) < 0) throw refuse('CANNOT_BE_NEGATIVE', `${field}/value`)
  return part
}

export function checkedPrice(amount: Money, field: string): Money {
  const price = checkedMoney(amount, field)
  if (toCents(price) <= 0) throw refuse('CANNOT_BE_ZERO_OR_NEGATIVE', `${field}/value`)
  return price
}

export function feeCents(gross: number): number {
  return Math.min(gross, Math.round((gross * FEE_BASIS_POINTS) / 10_000) + FIXED_FEE_CENTS)
}
