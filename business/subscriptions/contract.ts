import { z } from 'zod'
import { cents, dollarAmount, dollarsTyped, emailAddress, endpoint, instant, pageOf, paging, refusals } from '#platform/contract/index.ts'
import { PLAN_IDS, PLAN_TYPES, SUBSCRIPTION_STATES } from './rules.ts'

const plan = z.object({
  id: z.enum(PLAN_IDS),
  name: z.string(),
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
  summary: 'The plans that can be subscribed to',
  response: z.object({ items: z.array(plan) })
})

/** A person's own view of the plan they pay for or sit on; what is not theirs to know (the price, for a member) is null. */
export const mySubscription = z.object({
  sub_id: z.uuid().nullable(),
  is_active: z.boolean(),
  /** `owner` pays, `member` sits on a seat; null without a plan. */
  role: z.enum(['owner', 'member']).nullable(),
  state: z.enum(SUBSCRIPTION_STATES).nullable(),
  plan_id: z.enum(PLAN_IDS).nullable(),
  plan_name: z.string().nullable(),
  plan_type: z.enum(PLAN_TYPES).nullable(),
  price: dollarAmount.nullable(),
  started_at: instant.nullable(),
  expires_at: instant.nullable(),
  auto_renew: z.boolean(),
  /** While a failed renewal may still be put right; access ends then. */
  grace_ends_at: instant.nullable(),
  downloads_used: z.int(),
  downloads_limit: z.int(),
  /** When the counter begins again. */
  resets_at: instant.nullable(),
  seats: z.int(),
  /** The owner, members and invitations that are still open. */
  seats_used: z.int(),
  /** A change of plan from the next period on. */
  next_plan_id: z.enum(PLAN_IDS).nullable(),
  /** PayPal's page where a change of plan is still to be approved. */
  approve_url: z.string().nullable()
})
export type MySubscription = z.output<typeof mySubscription>

export const readMySubscription = endpoint({
  method: 'GET',
  path: '/subscriptions/me',
  access: ['client'],
  summary: "One's own plan, or the one whose seat one sits on; `is_active` false and nulls without a plan",
  response: mySubscription
})

export const checkOutSubscription = endpoint({
  method: 'POST',
  path: '/subscriptions/checkout',
  access: ['client'],
  summary: "Begins a subscription and opens PayPal's; nothing is charged until it is approved there",
  body: z.object({
    plan_id: z.enum(PLAN_IDS, 'Please choose a plan.'),
    coupon: z.string().max(100).nullish(),
    /** The express consent to the renewal, in the words that were shown (CONSENT of rules.ts); kept with its time. */
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

const own = z.object({ sub_id: z.uuid() })

export const readSubscription = endpoint({
  method: 'GET',
  path: '/subscriptions/:sub_id',
  access: ['client'],
  summary: 'A subscription of one’s own that is to be paid, as the server wrote it',
  params: own,
  response: z.object({
    sub_id: z.uuid(),
    plan: plan,
    state: z.enum(SUBSCRIPTION_STATES),
    is_active: z.boolean(),
    provider_subscription_id: z.string().nullable(),
    paypal_plan_id: z.string().nullable(),
    approve_url: z.string().nullable(),
    /** For PayPal's own buttons; nothing where its script cannot serve it. */
    provider_client_id: z.string().nullable(),
    consented_at: instant.nullable(),
    created_at: instant
  })
})

/** Consent is given here where the checkout began without it (a purchase resumed after sign-in). */
export const consentToRenewal = endpoint({
  method: 'POST',
  path: '/subscriptions/:sub_id/consent',
  access: ['client'],
  summary: 'Keeps the express consent to the renewal, with its text and time',
  params: own,
  body: z.object({ renewal_consent: z.literal(true, 'Please agree to the renewal.') }),
  response: z.object({ consented_at: instant })
})

export const confirmSubscription = endpoint({
  method: 'POST',
  path: '/subscriptions/:sub_id/confirm',
  access: ['client'],
  summary: 'Asks PayPal what became of it and opens the plan once it is paid; a second call gives the same answer',
  params: own,
  response: mySubscription,
  idempotent: true
})

export const cancelRenewal = endpoint({
  method: 'POST',
  path: '/subscriptions/cancel-renewal',
  access: ['client'],
  summary: 'Ends the renewal; access remains until the end of the paid period',
  response: mySubscription
})

export const changePlan = endpoint({
  method: 'POST',
  path: '/subscriptions/change-plan',
  access: ['client'],
  summary:
    'Another plan from the next period on; answers with the page of PayPal where it is approved. The plan one has now takes the change back',
  body: z.object({ plan_id: z.enum(PLAN_IDS, 'Please choose a plan.'), renewal_consent: z.literal(true, 'Please agree to the renewal.') }),
  response: mySubscription
})

const historyItem = z.object({
  id: z.string(),
  /** What happened: started, renewed, renewal_failed, cancelled, changed, ended, refunded, extended, converted. */
  kind: z.string(),
  description: z.string(),
  happened_at: instant,
  amount: dollarAmount.nullable(),
  /** Of a payment: its receipt. */
  receipt_number: z.string().nullable(),
  receipt_url: z.string().nullable()
})

export const readHistory = endpoint({
  method: 'GET',
  path: '/subscriptions/history',
  access: ['client'],
  summary: 'What happened with one’s subscriptions, newest first',
  response: z.object({ items: z.array(historyItem) })
})
export type HistoryItem = z.output<typeof historyItem>

export const readReceipt = endpoint({
  method: 'GET',
  path: '/subscriptions/receipts/:number',
  access: ['client'],
  summary: 'The numbered receipt of a payment for a plan, as PDF',
  params: z.object({ number: z.string().max(40) }),
  response: z.unknown(),
  kind: 'file'
})

const seat = z.object({
  id: z.uuid(),
  email: z.string(),
  /** Nothing until they have joined: an invitation tells nobody whether an address has an account. */
  name: z.string().nullable(),
  status: z.enum(['owner', 'joined', 'invited']),
  invited_at: instant.nullable(),
  joined_at: instant.nullable()
})
export type Seat = z.output<typeof seat>

export const listSeats = endpoint({
  method: 'GET',
  path: '/subscriptions/seats',
  access: ['client'],
  summary: 'Who sits on the seats of one’s plan: the owner first; a member sees them too',
  response: z.object({ items: z.array(seat), seats: z.int(), seats_used: z.int() })
})

export const inviteToSeat = endpoint({
  method: 'POST',
  path: '/subscriptions/seats',
  access: ['client'],
  summary:
    'Invites an address by mail; it sits there once it is verified as a client, and is shown by name once they join. The answer is the same for every address',
  body: z.object({ email: emailAddress() }),
  response: seat,
  status: 201
})

export const joinSeat = endpoint({
  method: 'POST',
  path: '/subscriptions/seats/:id/join',
  access: ['client'],
  summary: 'Takes an invitation of one’s own: the team sees one’s name. A first download by the plan does so too',
  params: z.object({ id: z.uuid() }),
  response: z.object({ items: z.array(seat), seats: z.int(), seats_used: z.int() })
})

export const removeSeat = endpoint({
  method: 'DELETE',
  path: '/subscriptions/seats/:id',
  access: ['client'],
  summary: 'Takes a seat back, by the owner, or leaves it, by the member; access ends at once',
  params: z.object({ id: z.uuid() }),
  response: z.object({ items: z.array(seat), seats: z.int(), seats_used: z.int() })
})

/** As the admin sees it. */
export const adminSubscription = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  user_email: z.string(),
  user_name: z.string(),
  plan_type: z.enum(PLAN_TYPES),
  plan_id: z.enum(PLAN_IDS).nullable(),
  plan_name: z.string(),
  price: dollarAmount,
  price_cents: cents,
  is_active: z.boolean(),
  state: z.enum(SUBSCRIPTION_STATES),
  auto_renew: z.boolean(),
  /** `paypal` renews there; `admin` was made by hand and books no income. */
  source: z.enum(['paypal', 'admin']),
  downloads_used: z.int(),
  downloads_limit: z.int(),
  started_at: instant.nullable(),
  expires_at: instant.nullable(),
  created_at: instant
})
export type AdminSubscription = z.output<typeof adminSubscription>

/** An empty choice in a form is no choice. */
const chosen = <Choice extends z.ZodType>(choice: Choice) => choice.or(z.literal('').transform(() => undefined)).optional()

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/admin/subscriptions',
  access: ['admin'],
  summary: 'All subscriptions, newest first',
  query: z.object({
    q: z.string().trim().max(200).optional(),
    status: chosen(z.enum(['active', 'inactive'])),
    plan_type: chosen(z.enum(PLAN_TYPES)),
    ...paging(20)
  }),
  response: pageOf(adminSubscription)
})

const byAdmin = z.object({ id: z.uuid() })

export const createSubscription = endpoint({
  method: 'POST',
  path: '/admin/subscriptions',
  access: ['admin'],
  summary: 'Gives a client a subscription without PayPal: it books no income, and is inactive until activated',
  body: z.object({
    user_email: emailAddress(),
    plan_type: z.enum(PLAN_TYPES, 'Please choose a plan type.'),
    price: dollarsTyped().optional(),
    plan_name: z.string().trim().max(80, 'At most 80 characters.').optional()
  }),
  response: adminSubscription,
  status: 201
})

const adminAction = <const Path extends string>(action: Path, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/admin/subscriptions/:id/${action}`,
    access: ['admin'],
    summary,
    params: byAdmin,
    response: adminSubscription
  })

export const activateSubscription = adminAction('activate', 'Opens an inactive subscription for a period')
export const cancelSubscription = adminAction('cancel', 'Ends a subscription at once, at PayPal too')

export const extendSubscription = endpoint({
  method: 'POST',
  path: '/admin/subscriptions/:id/extend',
  access: ['admin'],
  summary: 'Adds days to the end of the period',
  params: byAdmin,
  body: z.object({ days: z.int('Give a number of days.').min(1, 'Give a number of days.').max(3660, 'At most 3660 days.') }),
  response: adminSubscription
})

export const convertSubscription = endpoint({
  method: 'POST',
  path: '/admin/subscriptions/:id/convert',
  access: ['admin'],
  summary: 'Makes it free, monthly or yearly; free grants no downloads',
  params: byAdmin,
  body: z.object({ plan_type: z.enum(PLAN_TYPES, 'Please choose a plan type.') }),
  response: adminSubscription
})

export const setSubscriptionPrice = endpoint({
  method: 'PATCH',
  path: '/admin/subscriptions/:id',
  access: ['admin'],
  summary: 'Another price for a subscription made by hand; what PayPal charges is agreed there',
  params: byAdmin,
  body: z.object({ price: dollarsTyped() }),
  response: adminSubscription
})

export const no = refusals({
  already_subscribed: { status: 409, message: 'You already have an active plan.' },
  no_plan: { status: 402, message: 'You need an active plan to download this way.' },
  plan_limit_reached: {
    status: 409,
    message:
      'The downloads of this month are used up. What you downloaded before stays available; single licenses can be bought for every asset.'
  },
  subscription_not_found: { status: 404, message: 'This subscription does not exist.' },
  not_approved: { status: 409, message: 'This subscription has not been approved at PayPal yet.' },
  payment_pending: { status: 409, message: 'PayPal is still checking the payment. The plan opens as soon as it is done.' },
  consent_missing: { status: 422, message: 'Please agree to the renewal.' },
  no_renewal: { status: 409, message: 'The renewal of this plan has been cancelled already.' },
  not_owner: { status: 409, message: 'Only the owner of the plan can do this.' },
  same_plan: { status: 409, message: 'This is the plan you have.' },
  by_hand: { status: 409, message: 'This plan was given by our team. Please write to support to change it.' },
  seats_taken: { status: 409, message: 'All seats of the plan are taken.' },
  seat_not_found: { status: 404, message: 'This seat does not exist.' },
  already_seated: { status: 409, message: 'This address sits on a seat already.' },
  owner_seat: { status: 409, message: 'The owner keeps a seat.' },
  too_many_members: { status: 409, message: 'Please free seats first: the other plan has fewer.' },
  user_not_found: { status: 404, message: 'No client has this e-mail address.' },
  already_active: { status: 409, message: 'This subscription is active already.' },
  not_active: { status: 409, message: 'This subscription is not active.' },
  price_at_paypal: { status: 409, message: 'This price is agreed at PayPal and cannot be changed here.' }
})
