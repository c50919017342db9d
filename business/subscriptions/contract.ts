import { z } from 'zod'
import { cents, defineRefusals, dollarAmount, endpoint, instant } from '#platform/contract/index.ts'
import { CSV_MAX, INTERVALS, PLAN_IDS, PLAN_TYPES, SUBSCRIPTION_STATES } from './rules.ts'

const plan = z.object({
  id: z.enum(PLAN_IDS),
  name: z.string(),
  interval: z.enum(INTERVALS),
  /** For one interval. */
  price: dollarAmount,
  /** The price of a yearly plan divided by 12. */
  price_monthly: dollarAmount,
  price_cents: cents,
  currency: z.string(),
  seats: z.int(),
  downloads_per_month: z.int(),
  popular: z.boolean(),
  features: z.array(z.string())
})
export type ShownPlan = z.output<typeof plan>

export const listPlans = endpoint({
  method: 'GET',
  path: '/subscriptions/plans',
  access: 'anyone',
  key_scope: 'catalogue',
  is_shared: true,
  summary: 'List the plans on offer',
  response: z.object({ items: z.array(plan) })
})

/** The caller's plan, as its owner or as a team member. Fields a member may not see, such as the price, are null. */
export const mySubscription = z.object({
  sub_id: z.uuid().nullable(),
  is_active: z.boolean(),
  /** `owner` pays, `member` has a seat; null without a plan. */
  role: z.enum(['owner', 'member']).nullable(),
  /** False for an invited person who has not accepted: the Join button or the first download with the plan accepts. */
  has_joined: z.boolean(),
  /** For a member: who pays for the team. */
  owner_name: z.string().nullable(),
  state: z.enum(SUBSCRIPTION_STATES).nullable(),
  plan_id: z.enum(PLAN_IDS).nullable(),
  plan_name: z.string().nullable(),
  plan_type: z.enum(PLAN_TYPES).nullable(),
  price: dollarAmount.nullable(),
  price_cents: cents.nullable(),
  /** The tax that PayPal adds to the price. */
  tax_cents: cents.nullable(),
  started_at: instant.nullable(),
  expires_at: instant.nullable(),
  auto_renew: z.boolean(),
  /** The owner canceled the renewal and can still resume it. */
  can_resume: z.boolean(),
  /** The owner pays at PayPal and can ask for a quote of another plan. */
  can_change: z.boolean(),
  /** What PayPal charges at the end of the period, with tax, if the plan renews or its renewal can be resumed. */
  next_charge_cents: cents.nullable(),
  /** A coupon makes the next payment of this plan cheaper. */
  has_discount: z.boolean(),
  /** After a failed renewal: access ends then unless the payment succeeds first. */
  grace_ends_at: instant.nullable(),
  downloads_used: z.int(),
  downloads_limit: z.int(),
  /** When the download counter resets. */
  resets_at: instant.nullable(),
  seats: z.int(),
  /** The owner, members, and open invitations. */
  seats_used: z.int(),
  /** The plan from the next period on, when a change is pending. Equals `plan_id` when only the price changes. */
  next_plan_id: z.enum(PLAN_IDS).nullable(),
  next_price: dollarAmount.nullable(),
  next_price_cents: cents.nullable(),
  /** The tax on it. */
  next_tax_cents: cents.nullable(),
  /** PayPal's page where the owner still has to approve a change. */
  approve_url: z.string().nullable()
})
export type MySubscription = z.output<typeof mySubscription>

export const readMySubscription = endpoint({
  method: 'GET',
  path: '/subscriptions/me',
  access: ['client'],
  summary: "Get the caller's plan, or the team plan they have a seat in; `is_active` is false and fields are null without a plan",
  response: mySubscription
})

export const checkOutSubscription = endpoint({
  method: 'POST',
  path: '/subscriptions/checkout',
  access: ['client'],
  summary: 'Start a subscription and create it at PayPal. Nothing is charged until the client approves it there',
  body: z.object({
    plan_id: z.enum(PLAN_IDS, 'Please choose a plan.'),
    coupon: z.string().max(100).nullish(),
    /** Express consent to the renewal. The text shown (`renewalConsent` in rules.ts) is stored with the time. */
    renewal_consent: z.boolean().optional()
  }),
  response: z.object({
    sub_id: z.uuid(),
    paypal_plan_id: z.string(),
    provider_subscription_id: z.string(),
    approve_url: z.string(),
    checkout_url: z.string()
  }),
  idempotent: true
})

const ownParams = z.object({ sub_id: z.uuid() })

export const readSubscription = endpoint({
  method: 'GET',
  path: '/subscriptions/:sub_id',
  access: ['client'],
  summary: "Get one of the caller's subscriptions for the payment page",
  params: ownParams,
  response: z.object({
    sub_id: z.uuid(),
    plan,
    state: z.enum(SUBSCRIPTION_STATES),
    is_active: z.boolean(),
    provider_subscription_id: z.string().nullable(),
    paypal_plan_id: z.string().nullable(),
    approve_url: z.string().nullable(),
    /** What the first payment costs without tax: less than the price after a change of plan or with a coupon. */
    due_today_cents: cents,
    /** The credit for the unused days of the plan that this one replaces. */
    credit_cents: cents,
    coupon_code: z.string().nullable(),
    /** What the coupon takes off each of the first `discounted_payments`; null for every payment. */
    discount_cents: cents,
    discounted_payments: z.int().nullable(),
    /** The tax that PayPal adds to each payment, and the billing country that it follows from. */
    tax_percent: z.number(),
    tax_country: z.string().nullable(),
    tax_today_cents: cents,
    /** What PayPal charges now, and each interval once no coupon or credit makes it cheaper. */
    total_today_cents: cents,
    tax_later_cents: cents,
    total_later_cents: cents,
    /** For PayPal's own buttons; null where PayPal's script is not available. */
    provider_client_id: z.string().nullable(),
    consented_at: instant.nullable(),
    created_at: instant
  })
})

/** Used when the checkout started without consent, for example when a purchase resumes after sign-in. */
export const consentToRenewal = endpoint({
  method: 'POST',
  path: '/subscriptions/:sub_id/consent',
  access: ['client'],
  summary: 'Store the express consent to the renewal with its text and time',
  params: ownParams,
  body: z.object({ renewal_consent: z.literal(true, 'Please agree to the renewal.') }),
  response: z.object({ consented_at: instant })
})

export const confirmSubscription = endpoint({
  method: 'POST',
  path: '/subscriptions/:sub_id/confirm',
  access: ['client'],
  summary: 'Check the payment with PayPal and activate the plan once it is paid. Repeated calls return the same result',
  params: ownParams,
  response: mySubscription,
  idempotent: true
})

export const cancelRenewal = endpoint({
  method: 'POST',
  path: '/subscriptions/cancel-renewal',
  access: ['client'],
  summary: 'Cancel the renewal. Access continues until the end of the paid period, and until then the renewal can be resumed',
  response: mySubscription
})

export const resumeRenewal = endpoint({
  method: 'POST',
  path: '/subscriptions/resume-renewal',
  access: ['client'],
  summary: 'Undo Cancel Renewal before the paid period ends; the plan renews again',
  response: mySubscription
})

const historyItem = z.object({
  id: z.string(),
  /** started, renewed, renewal_failed, cancelled, resumed, changed, ended, refunded, extended, converted, or paid. */
  kind: z.string(),
  description: z.string(),
  happened_at: instant,
  amount: dollarAmount.nullable(),
  amount_cents: cents.nullable(),
  /** Payments have a receipt. */
  receipt_number: z.string().nullable(),
  receipt_url: z.string().nullable()
})

export const readHistory = endpoint({
  method: 'GET',
  path: '/subscriptions/history',
  access: ['client'],
  summary: "List the events of the caller's subscriptions, newest first",
  response: z.object({ items: z.array(historyItem) })
})
export type HistoryItem = z.output<typeof historyItem>

export const readReceipt = endpoint({
  method: 'GET',
  path: '/subscriptions/receipts/:number',
  access: ['client'],
  summary: 'Get the numbered receipt of a plan payment as a PDF',
  params: z.object({ number: z.string().max(40) }),
  response: z.unknown(),
  kind: 'file'
})

export const refusals = defineRefusals({
  already_subscribed: { status: 409, message: 'You already have an active plan.' },
  no_plan: { status: 402, message: 'You need an active plan to download this way.' },
  plan_limit_reached: {
    status: 409,
    message:
      'You have used all of this month’s downloads. Assets you already downloaded stay available, and you can buy a single license for any asset.'
  },
  subscription_not_found: { status: 404, message: 'This subscription does not exist.' },
  not_approved: { status: 409, message: 'This subscription has not been approved at PayPal yet.' },
  payment_pending: { status: 409, message: 'PayPal is still checking the payment. Your plan starts as soon as the payment is complete.' },
  consent_missing: { status: 422, message: 'Please agree to the renewal.' },
  no_renewal: { status: 409, message: 'The renewal of this plan has already been canceled.' },
  not_resumable: { status: 409, message: 'The renewal of this plan can no longer be resumed. You can subscribe again when the plan ends.' },
  not_owner: { status: 409, message: 'Only the owner of the plan can do this.' },
  same_plan: { status: 409, message: 'You already have this plan.' },
  quote_expired: { status: 409, message: 'This quote is no longer valid. Please ask for a new one.' },
  quote_not_found: { status: 404, message: 'This quote does not exist.' },
  other_plan: { status: 409, message: 'This quote is for another plan.' },
  change_lapsed: {
    status: 409,
    message: 'This change was approved too late, so its payment is refunded. Your plan is the same as before. Please ask for a new quote.'
  },
  notice_not_found: { status: 404, message: 'This link has ended. You can cancel the renewal under My Subscription.' },
  by_hand: { status: 409, message: 'Our team set up this plan. Please contact support to change it.' },
  seats_taken: { status: 409, message: 'All seats of this plan are taken.' },
  seat_not_found: { status: 404, message: 'This seat does not exist.' },
  already_seated: { status: 409, message: 'This person already has a seat.' },
  owner_seat: { status: 409, message: 'The owner always has a seat.' },
  too_many_members: { status: 409, message: 'The other plan has fewer seats. Please remove members first.' },
  user_not_found: { status: 404, message: 'No client has this email address.' },
  already_active: { status: 409, message: 'This subscription is already active.' },
  not_active: { status: 409, message: 'This subscription is not active.' },
  price_not_renewing: { status: 409, message: 'This subscription does not renew, so its price cannot change.' },
  price_zero: { status: 422, message: 'The price of a PayPal subscription must be above zero. Convert the subscription to free instead.' },
  too_many_lines: { status: 422, message: `More than ${CSV_MAX.toLocaleString('en-US')} subscriptions match. Please narrow the filters.` },
  plan_change_pending: {
    status: 409,
    message: 'The client has already requested another plan. The price cannot change while that change is pending.'
  }
})
