import { type Ctx, signedIn, spend } from '#platform/server/index.ts'

/** Calls that ask PayPal, of one person in an hour: far more than anyone buys, far fewer than a program that has run wild. */
export const CALLS_AN_HOUR = {
  /** Downloads by a plan are among them: a team's month has 250. */
  checkout: 600,
  capture: 300,
  subscribe: 60,
  confirm: 300,
  change_plan: 60
} as const
export type PaymentCall = keyof typeof CALLS_AN_HOUR

const HOUR = 3600

/** 429 with Retry-After beyond the most. An answer that is kept under an Idempotency-Key is not counted again. */
export const spendCall = (ctx: Ctx, call: PaymentCall): Promise<void> =>
  spend(ctx, { key: `payments.${call}.${signedIn(ctx).id}`, most: CALLS_AN_HOUR[call], seconds: HOUR })
