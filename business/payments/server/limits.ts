import { type Ctx, signedIn, spend } from '#platform/server/index.ts'

/** Maximum calls to PayPal per person and hour: far more than a person needs, and far fewer than a runaway script makes. */
export const CALLS_PER_HOUR = {
  /** Includes downloads with a plan: a team has 250 a month. */
  checkout: 600,
  capture: 300,
  subscribe: 60,
  confirm: 300,
  change_plan: 60,
  /** Quotes of changes of plan. Each is a row for some weeks. */
  quote_change: 120,
  /** More than resumes, so that a renewal that was resumed can always be canceled. */
  cancel_renewal: 60,
  /** Each resume lets the owner cancel again, with an event and an email for both. */
  resume_renewal: 10
} as const
export type PaymentCall = keyof typeof CALLS_PER_HOUR

const HOUR = 3600
/** For one person, of purchases and plans together. Drawing a PDF blocks the process for as long as a page. */
const RECEIPTS_PER_HOUR = 120

/** Refuses with 429 and Retry-After beyond the limit. A cached response for an Idempotency-Key does not count again. */
export const spendCall = (ctx: Ctx, call: PaymentCall): Promise<void> =>
  spend(ctx, { key: `payments.${call}.${signedIn(ctx).id}`, most: CALLS_PER_HOUR[call], seconds: HOUR })

/** Called before a receipt is drawn. */
export const spendReceipt = (ctx: Ctx): Promise<void> =>
  spend(ctx, { key: `payments.receipts.${signedIn(ctx).id}`, most: RECEIPTS_PER_HOUR, seconds: HOUR })
