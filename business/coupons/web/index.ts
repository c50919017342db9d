export { CouponForm } from './coupon-form.tsx'
