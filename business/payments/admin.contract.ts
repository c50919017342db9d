import { z } from 'zod'
import { cents, day, defineRefusals, dollarAmount, endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import { paidItem, paidLine } from './contract.ts'
import { PAYMENT_STATES, PURPOSES, REASON_MAX, REFUND_STATES } from './rules.ts'

/** An empty value of a form field counts as not set. */
const chosen = <Choice extends z.ZodType>(choice: Choice) => choice.or(z.literal('').transform(() => undefined)).optional()

const listDay = day.regex(/^(20|21)\d\d-/, 'Enter a date between 2000 and 2199.')

const listed = paidItem.extend({
  client_id: z.uuid(),
  client_name: z.string(),
  /** Null once the account is deleted. */
  client_email: z.string().nullable(),
  /** Refunded so far. */
  refunded: dollarAmount,
  refunded_cents: cents,
  fee_cents: cents.nullable(),
  pending: z.boolean(),
  failure: z.string().nullable(),
  /** The amount that can still be refunded; 0 if nothing was paid or all of it was refunded. */
  left_cents: cents,
  /** The state of a refund that PayPal has not finished: 'asked' until PayPal responds, then 'pending'. */
  refund_status: z.enum(REFUND_STATES).nullable(),
  /** The amount of that refund, once PayPal has reported it. */
  refunding_cents: cents.nullable(),
  provider_order_id: z.string().nullable(),
  provider_capture_id: z.string().nullable(),
  created_at: instant,
  captured_at: instant.nullable(),
  refunded_at: instant.nullable()
})
export type ListedPayment = z.output<typeof listed>

const refundShape = z.object({
  id: z.uuid(),
  status: z.enum(REFUND_STATES),
  /** Null if the refund was made at PayPal. */
  reason: z.string().nullable(),
  asked_by: z.string().nullable(),
  asked_at: instant,
  /** The refunded lines of the order; null for everything that was left. */
  line_ids: z.array(z.uuid()).nullable(),
  amount_cents: cents.nullable(),
  completed_at: instant.nullable(),
  failure: z.string().nullable(),
  provider_refund_id: z.string().nullable()
})

const line = z.object({
  account: z.string(),
  account_name: z.string(),
  /** Positive for a debit, negative for a credit. */
  amount_cents: cents
})

const entry = z.object({
  id: z.int(),
  kind: z.string(),
  description: z.string(),
  occurred_at: instant,
  /** The entry's position in the ledger's chain and the hash of its seal, in hexadecimal. */
  seal: z.object({ position: z.int(), hash: z.string() }).nullable(),
  lines: z.array(line)
})

const detailed = listed.extend({
  /** The licenses that it pays for. Each that was paid can be refunded alone. */
  lines: z.array(paidLine),
  refunds: z.array(refundShape),
  /** Disputes that PayPal closed, but not in the client's favor. Whether money came back is visible at PayPal only. */
  disputes: z.array(z.object({ dispute_id: z.string(), outcome: z.string(), noticed_at: instant })),
  entries: z.array(entry),
  /** The balance of all entries by account. Together they are zero. */
  sums: z.array(line)
})
export type PaymentDetail = z.output<typeof detailed>

const params = z.object({ id: z.uuid().toLowerCase() })

const filters = {
  /** Part of the client's name or email or of the description, or the start of one of our ids or PayPal's. */
  q: z.string().trim().max(200).optional(),
  state: chosen(z.enum(PAYMENT_STATES)),
  purpose: chosen(z.enum(PURPOSES)),
  /** The days on which the payment was started, from `start` up to but not including `end`. */
  start: chosen(listDay),
  end: chosen(listDay)
}

export const exportPayments = endpoint({
  method: 'GET',
  path: '/admin/payments.csv',
  access: ['admin'],
  grant: 'finance',
  summary: 'All payments that the filters match, newest first, as a CSV file',
  query: z.object(filters),
  response: z.unknown(),
  kind: 'file'
})

export const listAllPayments = endpoint({
  method: 'GET',
  path: '/admin/payments',
  access: ['admin'],
  grant: 'finance',
  summary: 'All payments, newest first',
  query: z.object({ ...filters, ...paging(20) }),
  response: pageOf(listed)
})

export const readAnyPayment = endpoint({
  method: 'GET',
  path: '/admin/payments/:id',
  access: ['admin'],
  grant: 'finance',
  summary: 'A payment with its refunds, disputes and ledger entries',
  params,
  response: detailed
})

export const readAnyReceipt = endpoint({
  method: 'GET',
  path: '/admin/payments/:id/receipt',
  access: ['admin'],
  grant: 'finance',
  summary: 'The receipt of a charged payment as PDF, as its client gets it',
  params,
  response: z.unknown(),
  kind: 'file'
})

export const refundPayment = endpoint({
  method: 'POST',
  path: '/admin/payments/:id/refund',
  access: ['admin'],
  grant: 'finance',
  proof: true,
  summary:
    'Refund what is left of a payment, or with `line_ids` some lines of its order, and end what they paid for. Returns 202 while PayPal has not finished. A second call changes nothing.',
  params,
  body: z.object({
    reason: requiredText('Please give a reason.', REASON_MAX),
    line_ids: z
      .array(z.uuid().toLowerCase(), 'Please choose lines of this order.')
      .min(1, 'Please choose lines of this order.')
      .max(200)
      .optional()
  }),
  response: listed,
  idempotent: true
})

export const refusals = defineRefusals({
  payment_not_found: { status: 404, message: 'This payment does not exist.' },
  not_captured: { status: 409, message: 'This payment was never completed, so there is nothing to refund.' },
  line_not_found: { status: 404, message: 'This payment has no such line.' },
  line_refunded: { status: 409, message: 'This line was already refunded.' },
  line_cost_nothing: { status: 409, message: 'Nothing was paid for this line, so there is nothing to refund.' },
  too_little_left: { status: 409, message: 'Less than the price of these lines is left of this payment. Please refund what is left.' },
  refund_in_progress: { status: 409, message: 'PayPal has not finished another refund of this payment. Please try again in a moment.' },
  capture_pending: { status: 409, message: 'PayPal is still reviewing this payment. You can refund it once that is done.' },
  refunded_at_paypal: {
    status: 409,
    message: 'PayPal says this payment was already refunded there. It appears here as soon as PayPal reports it.'
  },
  refund_too_late: { status: 409, message: 'PayPal no longer refunds this payment: it is too old.' },
  payment_disputed: { status: 409, message: 'The client has disputed this payment at PayPal. Please resolve it there.' },
  balance_too_low: { status: 409, message: 'The PayPal balance is too low for this refund. Nothing was refunded.' },
  refund_refused: { status: 409, message: 'PayPal refused this refund. Nothing was refunded.' },
  too_many_lines: { status: 422, message: 'These filters match more than 100,000 payments. Please choose a shorter period.' }
})
