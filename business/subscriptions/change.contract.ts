import { z } from 'zod'
import { cents, endpoint, instant } from '#platform/contract/index.ts'
import { TAKES_EFFECT } from './change.rules.ts'
import { PLAN_IDS } from './rules.ts'

const planChoice = z.enum(PLAN_IDS, 'Please choose a plan.')

export const quoteChange = endpoint({
  method: 'POST',
  path: '/subscriptions/change-plan/quote',
  access: ['client'],
  summary:
    'Quote a change of plan: a dearer plan starts now with credit for unused days, any other with the next period. The current plan undoes a pending change',
  body: z.object({ plan_id: planChoice }),
  response: z.object({
    quote_id: z.uuid(),
    plan_id: z.enum(PLAN_IDS),
    takes_effect: z.enum(TAKES_EFFECT),
    effective_at: instant,
    unused_days: z.int(),
    period_days: z.int(),
    credit_cents: cents,
    /** For one interval of the new plan. */
    price_cents: cents,
    due_today_cents: cents,
    /** The tax on it, and what PayPal charges today. */
    tax_today_cents: cents,
    total_today_cents: cents,
    /** What PayPal charges for each interval of the new plan. */
    total_later_cents: cents,
    expires_at: instant
  })
})
export type ShownQuote = z.output<typeof quoteChange.response>

export const changePlan = endpoint({
  method: 'POST',
  path: '/subscriptions/change-plan',
  access: ['client'],
  summary:
    "Change the plan as quoted, once. A dearer plan starts when the client approves `provider_subscription_id` at PayPal and `sub_id` is confirmed; any other sets `next_plan_id`, and `approve_url` is PayPal's page for it",
  body: z.object({
    plan_id: planChoice,
    quote_id: z.uuid('Please ask for a new quote.'),
    renewal_consent: z.literal(true, 'Please agree to the renewal.')
  }),
  response: z.object({
    takes_effect: z.enum(TAKES_EFFECT),
    effective_at: instant,
    plan_id: z.enum(PLAN_IDS),
    /** The plan from the next period on. */
    next_plan_id: z.enum(PLAN_IDS).nullable(),
    /** The subscription to confirm, or the current one. */
    sub_id: z.uuid(),
    paypal_plan_id: z.string().nullable(),
    provider_subscription_id: z.string().nullable(),
    approve_url: z.string().nullable(),
    checkout_url: z.string().nullable()
  }),
  idempotent: true
})

const noticeParams = z.object({ token: z.string().min(1).max(100) })

export const readRenewalNotice = endpoint({
  method: 'GET',
  path: '/subscriptions/cancel-renewal/:token',
  access: 'anyone',
  summary: 'The plan whose renewal a mail announced, for whoever has the link',
  params: noticeParams,
  response: z.object({ plan_name: z.string(), price_cents: cents, auto_renew: z.boolean(), expires_at: instant.nullable() })
})

export const cancelRenewalByNotice = endpoint({
  method: 'POST',
  path: '/subscriptions/cancel-renewal/:token',
  access: 'anyone',
  summary: 'Cancel the renewal that a mail announced, by its link and without signing in. Repeated calls change nothing',
  params: noticeParams,
  response: z.null(),
  status: 204
})
