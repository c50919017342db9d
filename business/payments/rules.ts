export const PAYMENT_STATES = ['created', 'approved', 'captured', 'failed', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
/** A license of an order: paid for, not paid for, or refunded. */
export const LINE_STATES = ['created', 'captured', 'failed', 'refunded'] as const
export type LineState = (typeof LINE_STATES)[number]
export const REFUND_STATES = ['asked', 'pending', 'completed', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]
export const CURRENCY = 'USD'

export const PURPOSES = ['license', 'subscription'] as const
export type PurposeName = (typeof PURPOSES)[number]

/** What a full refund ends, for the admin who is about to refund. */
export const ENDS_WITH_REFUND: Record<PurposeName, string> = {
  license: 'The license ends immediately: its downloads and links stop working.',
  subscription: 'The plan ends immediately, and nothing more is charged for it.'
}

/** How long a checkout with a coupon may stay unpaid, in milliseconds. It is given up earlier than others, because it keeps a use from them. */
export const DISCOUNTED_CHECKOUT_MS = 3 * 3600_000

export const REASON_MAX = 500
