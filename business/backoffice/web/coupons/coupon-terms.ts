import type { Coupon } from '#coupons/admin.contract.ts'
import { BUSINESS_ZONE } from '#platform/contract/zone.ts'
import { momentTyped, typedMoment } from '#platform/web/zone-time.ts'

export const TERM_FIELDS = [
  ...(['code', 'kind', 'off', 'applies_to', 'plan_payments', 'category'] as const),
  ...(['starts_at', 'ends_at', 'max_uses', 'max_uses_per_person', 'minimum'] as const)
] as const
export type TypedTerms = Record<(typeof TERM_FIELDS)[number], string>

export const NO_TERMS: TypedTerms = {
  ...{ code: '', kind: 'percent', off: '', applies_to: 'licenses', plan_payments: '1', category: '' },
  ...{ starts_at: '', ends_at: '', max_uses: '', max_uses_per_person: '', minimum: '' }
}

/** A coupon's terms as its form shows them. */
export const typedTerms = (coupon: Coupon): TypedTerms => ({
  code: coupon.code,
  kind: coupon.percent === null ? 'amount' : 'percent',
  off: String(coupon.percent ?? coupon.amount ?? ''),
  applies_to: coupon.applies_to,
  plan_payments: String(coupon.plan_payments),
  category: coupon.category ?? '',
  starts_at: typedMoment(coupon.starts_at, BUSINESS_ZONE),
  ends_at: typedMoment(coupon.ends_at, BUSINESS_ZONE),
  max_uses: String(coupon.max_uses ?? ''),
  max_uses_per_person: String(coupon.max_uses_per_person ?? ''),
  minimum: String(coupon.minimum ?? '')
})

const numberOrNull = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))
/** A time that cannot be read goes to the server as it is, which refuses it. */
const momentOrNull = (typed: string): string | null => (typed === '' ? null : (momentTyped(typed, BUSINESS_ZONE) ?? typed))

/** The body of the call that saves typed terms. The server decides whether they are right. */
export const bodyOf = ({ code, kind, off, applies_to, plan_payments, category, ...limits }: TypedTerms) => ({
  code,
  percent: kind === 'percent' ? numberOrNull(off) : null,
  amount: kind === 'amount' && off.trim() !== '' ? off : null,
  applies_to: applies_to as Coupon['applies_to'],
  plan_payments: plan_payments === 'all' ? ('all' as const) : (numberOrNull(plan_payments) ?? 1),
  category: (category || null) as Coupon['category'],
  starts_at: momentOrNull(limits.starts_at),
  ends_at: momentOrNull(limits.ends_at),
  max_uses: numberOrNull(limits.max_uses),
  max_uses_per_person: numberOrNull(limits.max_uses_per_person),
  minimum: limits.minimum.trim() === '' ? null : limits.minimum
})
