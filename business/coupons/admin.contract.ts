import { z } from 'zod'
import { CATEGORIES } from '#catalogue/rules.ts'
import { cents, defineRefusals, dollarAmount, dollarsTyped, endpoint, instant, pageOf, paging } from '#platform/contract/index.ts'
import { APPLIES_TO, CODE, COUPON_STATES } from './rules.ts'

const PERCENT = 'Enter a percentage over 0 and up to 100, with at most two decimals.'
const COUNT = 'Enter a whole number of 1 or more.'
const TIME = 'Enter a date and time.'
const count = z.int(COUNT).min(1, COUNT).max(1_000_000_000, COUNT)

const terms = {
  code: z.string('Please enter a code.').trim().regex(CODE, 'Use 3 to 40 letters, digits, dashes, and underscores.'),
  percent: z
    .number(PERCENT)
    .min(0.01, PERCENT)
    .max(100, PERCENT)
    .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), PERCENT)
    .nullish(),
  /** US dollars off. */
  amount: dollarsTyped('Enter an amount such as 5.00.')
    .refine((value) => value > 0, 'Enter an amount over 0.')
    .nullish(),
  applies_to: z.enum(APPLIES_TO, 'Please choose what the coupon is for.'),
  /** How many of a plan's payments it makes cheaper. */
  plan_payments: z.union([count, z.literal('all')], COUNT).default(1),
  /** Only licenses of this category; null for all. */
  category: z.enum(CATEGORIES, 'Please choose a category.').nullish(),
  starts_at: z.iso.datetime({ offset: true, error: TIME }).nullish(),
  ends_at: z.iso.datetime({ offset: true, error: TIME }).nullish(),
  max_uses: count.nullish(),
  max_uses_per_person: count.nullish(),
  /** US dollars that the purchase must come to before the discount. */
  minimum: dollarsTyped().nullish()
}

const coupon = z.object({
  id: z.uuid(),
  code: z.string(),
  percent: z.number().nullable(),
  amount: dollarAmount.nullable(),
  applies_to: z.enum(APPLIES_TO),
  plan_payments: z.union([z.int(), z.literal('all')]),
  category: z.enum(CATEGORIES).nullable(),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  max_uses: z.int().nullable(),
  max_uses_per_person: z.int().nullable(),
  minimum: dollarAmount.nullable(),
  status: z.enum(COUPON_STATES),
  /** Reserved by an open checkout, or used. */
  uses: z.int(),
  reserved: z.int(),
  used: z.int(),
  /** What it took off the purchases that were paid. */
  discount_cents: cents,
  created_at: instant,
  created_by: z.string().nullable()
})
export type Coupon = z.output<typeof coupon>

const detailed = coupon.extend({
  /** Days in California with uses, oldest first: at most the last 366. */
  uses_by_day: z.array(z.object({ day: z.string(), uses: z.int(), discount_cents: cents }))
})
export type CouponDetail = z.output<typeof detailed>

const params = z.object({ id: z.uuid().toLowerCase() })
const chosenState = z
  .enum(COUPON_STATES)
  .or(z.literal('').transform(() => undefined))
  .optional()

export const listCoupons = endpoint({
  method: 'GET',
  path: '/admin/coupons',
  access: ['admin'],
  grant: 'finance',
  summary: 'All coupons with their uses, newest first',
  query: z.object({ q: z.string().trim().max(100).optional(), status: chosenState, ...paging(20) }),
  response: pageOf(coupon)
})

export const createCoupon = endpoint({
  method: 'POST',
  path: '/admin/coupons',
  access: ['admin'],
  grant: 'finance',
  summary: 'Make a coupon of a percentage or an amount',
  body: z.object(terms),
  response: detailed,
  status: 201,
  idempotent: true
})

export const readCoupon = endpoint({
  method: 'GET',
  path: '/admin/coupons/:id',
  access: ['admin'],
  grant: 'finance',
  summary: 'A coupon with its uses over time',
  params,
  response: detailed
})

export const editCoupon = endpoint({
  method: 'PATCH',
  path: '/admin/coupons/:id',
  access: ['admin'],
  grant: 'finance',
  summary: 'Change the terms of a coupon that has not ended. Checkouts that have begun keep their price. Null removes a limit.',
  params,
  body: z.object({ ...terms, plan_payments: terms.plan_payments.removeDefault() }).partial(),
  response: detailed
})

const step = <const A extends 'pause' | 'resume' | 'end'>(action: A, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/admin/coupons/:id/${action}`,
    access: ['admin'],
    grant: 'finance',
    summary,
    params,
    response: detailed
  })

export const pauseCoupon = step('pause', 'Refuse a coupon at new checkouts until it is resumed')
export const resumeCoupon = step('resume', 'Accept a paused coupon again')
export const endCoupon = step('end', 'End a coupon for good. Checkouts that have begun keep their price.')

export const refusals = defineRefusals({
  coupon_not_found: { status: 404, message: 'This coupon does not exist.' },
  code_taken: { status: 409, message: 'Another coupon has this code.' },
  coupon_ended: { status: 409, message: 'This coupon has ended, so it cannot be changed.' }
})
