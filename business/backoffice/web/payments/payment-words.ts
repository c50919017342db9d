import type { ListedPayment } from '#payments/admin.contract.ts'
import type { PaymentState, PurposeName } from '#payments/rules.ts'

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet'

export const STATE_NAMES: Record<PaymentState, string> = {
  created: 'Not paid yet',
  approved: 'Approved',
  captured: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded'
}

const TONES: Record<PaymentState, Tone> = { created: 'quiet', approved: 'info', captured: 'good', failed: 'bad', refunded: 'warn' }

export const PURPOSE_NAMES: Record<PurposeName, string> = { license: 'Licenses', subscription: 'Subscriptions' }

/** Summarizes the state of a payment in a word or two. */
export function statusOf(payment: ListedPayment): { tone: Tone; name: string } {
  const { status, pending, refund_status, refunded_cents } = payment
  if (refund_status) return { tone: 'info', name: 'Refund in progress' }
  if (pending) return { tone: 'info', name: 'In review at PayPal' }
  if (status === 'captured' && refunded_cents > 0) return { tone: 'warn', name: 'Partly refunded' }
  return { tone: TONES[status], name: STATE_NAMES[status] }
}

const FAILURES: Record<string, string> = {
  declined: 'The payment was declined.',
  held_already: 'The client already owned the license, so nothing was charged.',
  abandoned: 'The client never approved it at PayPal.',
  other_amount: 'PayPal reported a different amount than the one agreed.',
  no_order: 'PayPal could not be reached.'
}
export const failureText = (failure: string): string => FAILURES[failure] ?? failure

const REFUND_FAILURES: Record<string, string> = {
  REFUND_TIME_LIMIT_EXCEEDED: 'PayPal says it is too late for a refund.',
  TRANSACTION_DISPUTED: 'PayPal says the payment is disputed.',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'The PayPal balance was too low.',
  CAPTURE_FULLY_REFUNDED: 'PayPal says it was already refunded.'
}
export const refundFailureText = (failure: string): string => REFUND_FAILURES[failure] ?? `PayPal refused it (${failure}).`

const OUTCOMES: Record<string, string> = {
  RESOLVED_SELLER_FAVOUR: 'PayPal decided in our favor',
  RESOLVED_WITH_PAYOUT: 'PayPal paid both sides',
  CANCELED_BY_BUYER: 'the client withdrew it',
  DENIED: 'PayPal denied it'
}
/** PayPal does not report whether money came back to us. */
export const disputeText = (outcome: string): string =>
  `${OUTCOMES[outcome] ?? `PayPal closed it (${outcome})`}; check at PayPal how much was returned`
