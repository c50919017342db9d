import type { CouponPrices } from '#coupons/server/index.ts'
import { PLANS } from '../rules.ts'

/** The price that a coupon is quoted on: that of a plan's first payment. */
export const quotedPlan: CouponPrices['plan'] = async (_ctx, plan_id) => {
  const plan = PLANS.find(({ id }) => id === plan_id)
  return plan && { price_cents: plan.price_cents, category: null }
}
