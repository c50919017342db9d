import { z } from 'zod'
import { cents, dollarAmount, endpoint, instant, refusals } from '#platform/contract/index.ts'
import { PAYMENT_STATES } from './rules.ts'

export const payment = z.object({
  id: z.uuid(),
  purpose: z.string(),
  /** What is bought, in the purpose's words. */
  subject: z.string(),
  description: z.string(),
  amount: dollarAmount,
  amount_cents: cents,
  currency: z.string(),
  status: z.enum(PAYMENT_STATES),
  pending: z.boolean(),
  /** Why it failed: 'declined', 'held_already', 'abandoned', 'other_amount', 'no_order'. */
  failure: z.string().nullable(),
  /** What is held, by this payment or another. */
  license_id: z.uuid().nullable(),
  provider_order_id: z.string().nullable(),
  approve_url: z.string().nullable(),
  /** For PayPal's own buttons; nothing where its script cannot serve the order. */
  provider_client_id: z.string().nullable(),
  created_at: instant
})
export type PaymentAnswer = z.output<typeof payment>

const params = z.object({ payment_id: z.uuid() })

export const readPayment = endpoint({
  method: 'GET',
  path: '/payments/:payment_id',
  access: ['client'],
  summary: 'What one is about to pay, as the server wrote it',
  params,
  response: payment
})

export const capturePayment = endpoint({
  method: 'POST',
  path: '/payments/:payment_id/capture',
  access: ['client'],
  summary: 'Takes the money of a payment approved at PayPal and gives what was bought; a second call gives the same answer',
  params,
  body: z.object({ provider_order_id: z.string().max(64).optional() }),
  response: z.object({
    /** Still `approved` with `pending` while PayPal checks the money. */
    status: z.enum(PAYMENT_STATES),
    pending: z.boolean(),
    license_id: z.uuid().nullable(),
    download_url: z.string().nullable()
  }),
  idempotent: true
})

export const receivePayPalEvent = endpoint({
  method: 'POST',
  path: '/payments/webhooks/paypal',
  access: 'anyone',
  summary: "PayPal's events, signed by PayPal",
  body: z.looseObject({ id: z.string().min(1).max(100), event_type: z.string().min(1).max(100) }),
  response: z.object({ received: z.literal(true) })
})

export const no = refusals({
  payment_not_found: { status: 404, message: 'This payment does not exist.' },
  not_approved: { status: 409, message: 'This payment has not been approved at PayPal yet.' },
  other_order: { status: 409, message: 'This PayPal order belongs to another payment.' },
  payment_failed: { status: 409, message: 'This payment has failed. You have not been charged.' },
  payment_refunded: { status: 409, message: 'This payment was refunded.' },
  other_amount: {
    status: 409,
    message: 'PayPal reported another amount than the one agreed, so nothing was delivered. Please write to us: your money is safe.'
  },
  payment_in_progress: { status: 409, message: 'Another payment for this is still in progress. Please try again in a moment.' },
  payment_declined: { status: 402, message: 'The payment was declined. You have not been charged.' },
  invalid_signature: { status: 400, message: 'The signature of this event is not right.' }
})
