export { couponsPersonalData } from './personal-data.ts'
export type { CouponPrices } from './ports.ts'
export { couponsRoutes } from './routes.ts'
export {
  type Applied,
  applyCoupon,
  type CouponLine,
  couponOf,
  hasSameCoupon,
  releaseCoupon,
  reserveCoupon,
  spendCoupon
} from './uses.service.ts'
