import type { Generated, Selectable } from 'kysely'
import type { Category } from '#catalogue/rules.ts'
import type { Cents } from '#platform/contract/index.ts'
import type { AppliesTo } from '../rules.ts'

type CouponTable = {
  id: Generated<string>
  code: string
  /** Hundredths of a percent; null for an amount. */
  percent_hundredths: number | null
  amount_cents: Cents | null
  applies_to: AppliesTo
  /** Null for all payments of a plan. */
  plan_payments: number | null
  category: Category | null
  starts_at: Date | null
  ends_at: Date | null
  max_uses: number | null
  max_uses_per_person: number | null
  minimum_cents: Cents | null
  paused_at: Generated<Date | null>
  ended_at: Generated<Date | null>
  created_at: Date
  created_by: string
  version: Generated<number>
}
export type Coupon = Selectable<CouponTable>

type CouponUseTable = {
  id: Generated<string>
  coupon_id: string
  purchase_id: string
  client_id: string
  email_hash: string
  discount_cents: Cents
  state: 'reserved' | 'used' | 'returned'
  reserved_at: Date
  used_at: Generated<Date | null>
  returned_at: Generated<Date | null>
}
export type CouponUse = Selectable<CouponUseTable>

declare module '#platform/database/connect.ts' {
  interface Database {
    'coupons.coupon': CouponTable
    'coupons.coupon_use': CouponUseTable
  }
}
