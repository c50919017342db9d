import { z } from 'zod'
import { cents, defineRefusals, endpoint } from '#platform/contract/index.ts'
import { NOT_ENABLED } from './rules.ts'

const item = z.object({ asset_id: z.uuid().toLowerCase(), license_type: z.string().max(20) })

export const quoteCoupon = endpoint({
  method: 'POST',
  path: '/coupons/quote',
  access: 'anyone',
  summary: 'The price of licenses or of the first payment of a plan with a coupon. Reserves nothing.',
  body: z
    .object({
      code: z.string().trim().max(100),
      /** Licenses that the caller already holds, or that are not for sale, are left out. */
      items: z.array(item).min(1).max(200).optional(),
      plan_id: z.string().max(50).optional()
    })
    .refine(({ items, plan_id }) => (items === undefined) !== (plan_id === undefined), {
      error: 'Please name licenses or a plan.',
      path: ['items']
    }),
  response: z.object({ code: z.string(), subtotal_cents: cents, discount_cents: cents, total_cents: cents })
})

export const refusals = defineRefusals({
  coupons_not_enabled: { status: 409, message: NOT_ENABLED },
  coupon_missing: { status: 422, message: 'Please enter a coupon.' },
  coupon_not_found: { status: 404, message: 'This coupon does not exist.' },
  coupon_scheduled: { status: 409, message: 'This coupon is not valid yet.' },
  coupon_paused: { status: 409, message: 'This coupon is paused.' },
  coupon_ended: { status: 409, message: 'This coupon has ended.' },
  coupon_used_up: { status: 409, message: 'This coupon has been used up.' },
  coupon_used_by_you: { status: 409, message: 'You have already used this coupon.' },
  coupon_in_checkout: {
    status: 409,
    message: 'You are already using this coupon in another checkout. Please finish or cancel that one first.'
  },
  coupon_minimum: { status: 409, message: 'This purchase is too small for this coupon.' },
  coupon_not_for_this: { status: 409, message: 'This coupon does not apply to this purchase.' },
  coupon_covers_plan: {
    status: 409,
    message:
      'This coupon would make the first payment free, but a plan starts with a payment. Please choose another plan or remove the coupon.'
  },
  coupon_changed: { status: 409, message: 'This coupon was changed just now. Please check the new price.' },
  plan_not_found: { status: 404, message: 'This plan does not exist.' }
})
