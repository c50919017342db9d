import { netOf } from '#invoicing/tax.rules.ts'
import { type Cents, toCents } from '#platform/contract/money.ts'
import { type Plan, type PlanType, periodEnd } from './rules.ts'

/** The price of a change is fixed for this long. */
export const QUOTE_MINUTES = 15
/** PayPal's approval page stays open this long after a change was started. A later payment is refunded, because the credit has shrunk. */
export const APPROVAL_HOURS = 3

/** Now for a dearer plan, which begins a new period; at the end of the period for any other. */
export const TAKES_EFFECT = ['now', 'period_end'] as const
export type TakesEffect = (typeof TAKES_EFFECT)[number]

export const takesEffect = (current_cents: Cents, next: Pick<Plan, 'price_cents'>): TakesEffect =>
  next.price_cents > current_cents ? 'now' : 'period_end'

const DAY_MS = 86_400_000
/** A day that has started counts as a whole one. */
const daysBetween = (from: Date, to: Date): number => Math.max(0, Math.ceil((to.getTime() - from.getTime()) / DAY_MS))

export type PaidPeriod = {
  plan_type: Exclude<PlanType, 'free'>
  started_at: Date
  /** Without the days that an admin added, because nobody paid for them. */
  paid_until: Date
  /** What the period was worth to us: its payment and the credit that paid for the rest, at most its price. */
  worth_cents: Cents
}

type Payment = {
  /** With tax. */
  amount_cents: Cents
  refunded_cents: Cents
  tax_per_million: number
  /** Paid by the unused days of the plan before. */
  credit_cents: Cents
}

/** Returns what a paid period was worth. Prices and credits are without tax, and payments and refunds with it. */
export function worthOf({ amount_cents, refunded_cents, tax_per_million, credit_cents }: Payment, price_cents: Cents): Cents {
  return toCents(Math.min(price_cents, netOf(amount_cents - refunded_cents, tax_per_million) + credit_cents))
}

export type Credit = { unused_days: number; period_days: number; credit_cents: Cents }

/** Returns the credit for the unused days of a paid period: its price by the unused days of all its days, half up to the cent. */
export function creditOf({ plan_type, started_at, paid_until, worth_cents }: PaidPeriod, now: Date): Credit {
  const period_days = daysBetween(started_at, periodEnd(plan_type, started_at) ?? started_at)
  const unused_days = Math.min(period_days, daysBetween(now, paid_until))
  const credit_cents = toCents(Math.floor((2 * worth_cents * unused_days + period_days) / (2 * period_days)))
  return { unused_days, period_days, credit_cents }
}

export type ChangeTerms = Credit & { takes_effect: TakesEffect; price_cents: Cents; due_today_cents: Cents }

/** Returns what a change of plan costs today. A plan that costs as much or less starts with the next period, without credit. */
export function changeTerms(current_cents: Cents, period: PaidPeriod, next: Pick<Plan, 'price_cents'>, now: Date): ChangeTerms {
  const { price_cents } = next
  const credit = creditOf(period, now)
  if (takesEffect(current_cents, next) === 'period_end')
    return { ...credit, takes_effect: 'period_end', credit_cents: toCents(0), price_cents, due_today_cents: toCents(0) }
  return { ...credit, takes_effect: 'now', price_cents, due_today_cents: toCents(price_cents - credit.credit_cents) }
}
