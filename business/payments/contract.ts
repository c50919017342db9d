import { z } from 'zod'
import { cents, defineRefusals, dollarAmount, endpoint, instant, pageOf, paging } from '#platform/contract/index.ts'
import { LINE_STATES, PAYMENT_STATES, PURPOSES } from './rules.ts'

/** What was paid for and how much: the same fields for the buyer, the purchase history and the admins. */
export const paidItem = z.object({
  id: z.uuid(),
  purpose: z.enum(PURPOSES),
  /** The order that it pays; null for a subscription payment. */
  order_id: z.uuid().nullable(),
  /** The asset that is bought; null for a subscription payment, and if the order has several licenses. */
  asset_id: z.uuid().nullable(),
  /** Personal, commercial or extended; null for a subscription payment, and if the order has several licenses. */
  license_type: z.string().nullable(),
  description: z.string(),
  amount: dollarAmount,
  amount_cents: cents,
  currency: z.string(),
  status: z.enum(PAYMENT_STATES)
})

/** One license of an order: its total is price − discount + tax. */
export const paidLine = z.object({
  line_id: z.uuid(),
  asset_id: z.uuid(),
  asset_title: z.string(),
  license_type: z.string(),
  price_cents: cents,
  discount_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  status: z.enum(LINE_STATES),
  license_id: z.uuid().nullable()
})

export const payment = paidItem.extend({
  /** The amount is subtotal − discount + tax. */
  subtotal_cents: cents,
  discount_cents: cents,
  tax_cents: cents,
  lines: z.array(paidLine),
  /** The format that the client chose before paying. */
  file_format: z.string().nullable(),
  pending: z.boolean(),
  /** Why the payment failed: 'declined', 'held_already', 'abandoned', 'other_amount' or 'no_order'. */
  failure: z.string().nullable(),
  /** The license that this payment, or an earlier one, bought. */
  license_id: z.uuid().nullable(),
  provider_order_id: z.string().nullable(),
  approve_url: z.string().nullable(),
  /** For PayPal's own buttons; null if PayPal's script cannot load the order (a sandbox on this machine). */
  provider_client_id: z.string().nullable(),
  created_at: instant
})
export type PaymentAnswer = z.output<typeof payment>

const params = z.object({ payment_id: z.uuid() })

export const readPayment = endpoint({
  method: 'GET',
  path: '/payments/:payment_id',
  access: ['client'],
  summary: "One of the caller's own payments: the item, the amount, and the state",
  params,
  response: payment
})

const myPayment = paidItem.extend({
  /** Refunded so far. */
  refunded: dollarAmount,
  refunded_cents: cents,
  paid_at: instant,
  refunded_at: instant.nullable(),
  receipt_url: z.string()
})
export type MyPayment = z.output<typeof myPayment>

export const listMyPayments = endpoint({
  method: 'GET',
  path: '/payments',
  access: ['client'],
  summary: "The caller's own payments that were charged, refunded ones included, newest first",
  query: z.object({ purpose: z.enum(PURPOSES).optional(), ...paging(20) }),
  response: pageOf(myPayment)
})

export const readMyReceipt = endpoint({
  method: 'GET',
  path: '/payments/:payment_id/receipt',
  access: ['client'],
  summary: "The receipt of one of the caller's own charged payments, as PDF",
  params,
  response: z.unknown(),
  kind: 'file'
})

export const capturePayment = endpoint({
  method: 'POST',
  path: '/payments/:payment_id/capture',
  access: ['client'],
  summary: 'Capture a payment that was approved at PayPal and grant its licenses. A second call returns the same response.',
  params,
  body: z.object({ provider_order_id: z.string().max(64).optional() }),
  response: z.object({
    /** `approved` with `pending` while PayPal reviews the payment. */
    status: z.enum(PAYMENT_STATES),
    pending: z.boolean(),
    order_id: z.uuid().nullable(),
    /** Null if the payment bought several. */
    license_id: z.uuid().nullable(),
    license_ids: z.array(z.uuid()),
    download_url: z.string().nullable(),
    /** What `download_url` delivers: the chosen format, or that of the best file if it is no longer available. */
    file_format: z.string().nullable()
  }),
  idempotent: true
})

export const cancelPayment = endpoint({
  method: 'POST',
  path: '/payments/:payment_id/cancel',
  access: ['client'],
  summary: "Give up one of the caller's own payments that was not captured, and return the coupon that it used",
  params,
  response: payment
})

export const receivePayPalEvent = endpoint({
  method: 'POST',
  path: '/payments/webhooks/paypal',
  access: 'anyone',
  summary: "Receive PayPal's signed events",
  body: z.looseObject({ id: z.string().min(1).max(100), event_type: z.string().min(1).max(100) }),
  response: z.object({ received: z.literal(true) })
})

export const refusals = defineRefusals({
  payment_not_found: { status: 404, message: 'This payment does not exist.' },
  not_approved: { status: 409, message: 'This payment has not been approved at PayPal yet.' },
  other_order: { status: 409, message: 'This PayPal order belongs to another payment.' },
  payment_failed: { status: 409, message: 'This payment has failed. You have not been charged.' },
  asset_withheld: { status: 410, message: 'This asset is no longer available. Your payment is being refunded.' },
  already_paid: { status: 409, message: 'This payment was already made, so it cannot be canceled.' },
  payment_refunded: { status: 409, message: 'This payment was refunded.' },
  other_amount: {
    status: 409,
    message: 'PayPal reported a different amount than the one agreed, so nothing was delivered. Please contact us: your money is safe.'
  },
  payment_in_progress: { status: 409, message: 'Another payment for this is still in progress. Please try again in a moment.' },
  payment_declined: { status: 402, message: 'The payment was declined. You have not been charged.' },
  invalid_signature: { status: 400, message: 'The signature of this event is invalid.' }
})
