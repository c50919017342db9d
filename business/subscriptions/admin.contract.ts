import { z } from 'zod'
import { cents, dollarAmount, dollarsTyped, emailAddress, endpoint, instant, pageOf, paging } from '#platform/contract/index.ts'
import { PLAN_IDS, PLAN_TYPES, SUBSCRIPTION_STATES } from './rules.ts'

/** A subscription as the admin sees it. */
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
  /** The price from the next period on, when a change is pending. */
  next_price: dollarAmount.nullable(),
  next_price_cents: cents.nullable(),
  /** False while the client still has to approve the new price at PayPal. */
  next_price_agreed: z.boolean(),
  is_active: z.boolean(),
  state: z.enum(SUBSCRIPTION_STATES),
  auto_renew: z.boolean(),
  /** `paypal` renews at PayPal; `admin` was created by an admin and books no income. */
  source: z.enum(['paypal', 'admin']),
  downloads_used: z.int(),
  downloads_limit: z.int(),
  started_at: instant.nullable(),
  expires_at: instant.nullable(),
  created_at: instant
})
export type AdminSubscription = z.output<typeof adminSubscription>

/** Treats an empty select value as not set. */
const optionalChoice = <Choice extends z.ZodType>(choice: Choice) => choice.or(z.literal('').transform(() => undefined)).optional()

const filter = {
  q: z.string().trim().max(200).optional(),
  status: optionalChoice(z.enum(['active', 'inactive'])),
  plan_type: optionalChoice(z.enum(PLAN_TYPES))
}

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/admin/subscriptions',
  access: ['admin'],
  grant: 'finance',
  summary: 'List all subscriptions, newest first',
  query: z.object({ ...filter, ...paging(20) }),
  response: pageOf(adminSubscription)
})

export const subscriptionsCsv = endpoint({
  method: 'GET',
  path: '/admin/subscriptions.csv',
  access: ['admin'],
  grant: 'finance',
  summary: 'Download all subscriptions that match the filters as CSV, newest first',
  query: z.object(filter),
  response: z.unknown(),
  kind: 'file'
})

const params = z.object({ id: z.uuid() })

export const createSubscription = endpoint({
  method: 'POST',
  path: '/admin/subscriptions',
  access: ['admin'],
  grant: 'finance',
  summary: 'Create a subscription for a client without PayPal. It books no income and is inactive until activated',
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
    grant: 'finance',
    summary,
    params,
    response: adminSubscription
  })

export const activateSubscription = adminAction('activate', 'Activate an inactive subscription for one period')
export const cancelSubscription = adminAction('cancel', 'End a subscription immediately, at PayPal too')

export const extendSubscription = endpoint({
  method: 'POST',
  path: '/admin/subscriptions/:id/extend',
  access: ['admin'],
  grant: 'finance',
  summary: 'Add days to the end of the period',
  params,
  body: z.object({ days: z.int('Enter a number of days.').min(1, 'Enter a number of days.').max(3660, 'At most 3660 days.') }),
  response: adminSubscription
})

export const convertSubscription = endpoint({
  method: 'POST',
  path: '/admin/subscriptions/:id/convert',
  access: ['admin'],
  grant: 'finance',
  summary: 'Convert to free, monthly, or yearly. Free grants no downloads',
  params,
  body: z.object({ plan_type: z.enum(PLAN_TYPES, 'Please choose a plan type.') }),
  response: adminSubscription
})

export const setSubscriptionPrice = endpoint({
  method: 'PATCH',
  path: '/admin/subscriptions/:id',
  access: ['admin'],
  grant: 'finance',
  proof: true,
  summary: 'Change the price. At PayPal it applies from the next period on, once the client approves it there',
  params,
  body: z.object({ price: dollarsTyped() }),
  response: adminSubscription
})
