export const PAYMENT_STATES = ['created', 'approved', 'captured', 'failed', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
export const REFUND_STATES = ['asked', 'pending', 'completed', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]
export const CURRENCY = 'USD'

export const PURPOSES = ['license', 'subscription'] as const
export type PurposeName = (typeof PURPOSES)[number]

/** What ends with the money that goes back, as people read it. */
export const ENDS_WITH_REFUND: Record<PurposeName, string> = {
  license: 'The license ends at once: its downloads and links stop working.',
  subscription: 'The plan ends at once, and nothing more is charged for it.'
}

export const isPurpose = (purpose: string): purpose is PurposeName => (PURPOSES as readonly string[]).includes(purpose)

export const REASON_MOST = 500
