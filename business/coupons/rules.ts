import { type Cents, toCents } from '#platform/contract/money.ts'

export const APPLIES_TO = ['licenses', 'plans', 'both'] as const
export type AppliesTo = (typeof APPLIES_TO)[number]
export const APPLIES_NAMES: Record<AppliesTo, string> = { licenses: 'Licenses', plans: 'Plans', both: 'Licenses and plans' }

export const COUPON_STATES = ['active', 'scheduled', 'paused', 'ended'] as const
export type CouponState = (typeof COUPON_STATES)[number]
export const STATE_NAMES: Record<CouponState, string> = { active: 'Active', scheduled: 'Scheduled', paused: 'Paused', ended: 'Ended' }

export const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$/

/** The answer while no coupon was ever made. */
export const NOT_ENABLED = 'Coupons aren’t enabled yet.'

type Dated = { starts_at: Date | null; ends_at: Date | null; paused_at: Date | null; ended_at: Date | null }

/** One that is over stays over; a pause hides that it has not started. */
export function stateOf({ starts_at, ends_at, paused_at, ended_at }: Dated, now: Date): CouponState {
  if (ended_at || (ends_at && ends_at <= now)) return 'ended'
  if (paused_at) return 'paused'
  return starts_at && starts_at > now ? 'scheduled' : 'active'
}

type Terms = { percent_hundredths: number | null; amount_cents: Cents | null }

/** The discount on an amount: half up to the cent, and never more than the amount. */
export function discountOn({ percent_hundredths, amount_cents }: Terms, price_cents: Cents): Cents {
  if (percent_hundredths === null) return toCents(Math.min(amount_cents ?? 0, price_cents))
  const tenThousandths = BigInt(price_cents) * BigInt(percent_hundredths)
  return toCents(Number((tenThousandths + 5000n) / 10_000n))
}

/** Splits an amount in proportion to the weights, to the cent: the parts add up to it, and no part is larger than its weight if the amount is not larger than their sum. */
export function spread(amount: Cents, weights: readonly number[]): Cents[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map(() => toCents(0))
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const parts = exact.map((part) => Number(part / BigInt(sum)))
  const rest = (index: number) => Number((exact[index] ?? 0n) % BigInt(sum))
  let left = amount - parts.reduce((total, part) => total + part, 0)
  for (const index of weights.map((_, at) => at).toSorted((a, b) => rest(b) - rest(a) || a - b)) {
    if (left === 0) break
    parts[index] = (parts[index] ?? 0) + 1
    left -= 1
  }
  return parts.map(toCents)
}

const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Describes what a coupon takes off, such as "20% off". */
export const describeTerms = ({ percent: off, amount }: { percent: number | null; amount: number | null }): string =>
  `${off === null ? dollars.format(amount ?? 0) : `${percent.format(off)}%`} off`
