export const PAYMENT_STATES = ['created', 'approved', 'captured', 'failed', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
export const CURRENCY = 'USD'
