import type { Ctx } from '#platform/server/index.ts'
import type { CouponLine } from './uses.service.ts'

/** What the parts that sell something tell about their prices. */
export type CouponPrices = {
  /** Licensing: the lines that these licenses would have in an order of the caller's, without those that are held or not for sale. */
  licenses(ctx: Ctx, items: readonly { asset_id: string; license_type: string }[]): Promise<CouponLine[]>
  /** Subscriptions: the first payment of a plan; undefined if there is no such plan. */
  plan(ctx: Ctx, plan_id: string): Promise<CouponLine | undefined>
}

declare module '#platform/server/context.ts' {
  interface Ports {
    coupon_prices: CouponPrices
  }
}
