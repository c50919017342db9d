import { z } from 'zod'
import { cents, day, dollarAmount, endpoint, instant, pageOf, paging, refusals, requiredText } from '#platform/contract/index.ts'
import { PAYMENT_STATES, PURPOSES, REASON_MOST, REFUND_STATES } from './rules.ts'

/** An empty choice in a form is no choice. */
const chosen = <Choice extends z.ZodType>(choice: Choice) => choice.or(z.literal('').transform(() => undefined)).optional()

/** Years that PostgreSQL and people both know. */
const listDay = day.regex(/^(20|21)\d\d-/, 'Give a day of the years 2000 to 2199.')

const listed = z.object({
  id: z.uuid(),
  client_id: z.uuid(),
  client_name: z.string(),
  /** Nothing once the account is deleted. */
  client_email: z.string().nullable(),
  purpose: z.string(),
  description: z.string(),
  asset_id: z.uuid().nullable(),
  amount: dollarAmount,
  amount_cents: cents,
  /** Given back so far. */
  refunded_cents: cents,
  fee_cents: cents.nullable(),
  currency: z.string(),
  status: z.enum(PAYMENT_STATES),
  pending: z.boolean(),
  failure: z.string().nullable(),
  /** What is left of what was paid: nothing where nothing was, or all is back. */
  left_cents: cents,
  /** Of a refund that PayPal has not finished: 'asked' until it answers, 'pending' while it works on it. */
  refund_status: z.enum(REFUND_STATES).nullable(),
  /** Of that refund, as far as PayPal has told. */
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
  /** Nothing where it was made at PayPal. */
  reason: z.string().nullable(),
  asked_by: z.string().nullable(),
  asked_at: instant,
  amount_cents: cents.nullable(),
  completed_at: instant.nullable(),
  failure: z.string().nullable(),
  provider_refund_id: z.string().nullable()
})

const line = z.object({
  account: z.string(),
  /** For people. */
  account_name: z.string(),
  /** A debit is plus, a credit minus. */
  amount_cents: cents
})

const entry = z.object({
  id: z.int(),
  kind: z.string(),
  description: z.string(),
  occurred_at: instant,
  /** Its place in the ledger's chain and the hash of its seal, in hexadecimal. */
  seal: z.object({ position: z.int(), hash: z.string() }).nullable(),
  lines: z.array(line)
})

const detailed = listed.extend({
  refunds: z.array(refundShape),
  /** Closed by PayPal otherwise than for the client; whether money came back is to be looked up there. */
  disputes: z.array(z.object({ dispute_id: z.string(), outcome: z.string(), noticed_at: instant })),
  entries: z.array(entry),
  /** What all of it comes to, account by account; together they are zero. */
  sums: z.array(line)
})
export type PaymentDetail = z.output<typeof detailed>

const params = z.object({ id: z.uuid().toLowerCase() })

export const listAllPayments = endpoint({
  method: 'GET',
  path: '/admin/payments',
  access: ['admin'],
  summary: 'Every payment, newest first',
  query: z.object({
    /** In the client's name or address or what was bought; or the beginning of a number of ours or PayPal's. */
    q: z.string().trim().max(200).optional(),
    state: chosen(z.enum(PAYMENT_STATES)),
    purpose: chosen(z.enum(PURPOSES)),
    /** By the day on which it was begun. */
    start: chosen(listDay),
    end: chosen(listDay),
    ...paging(20)
  }),
  response: pageOf(listed)
})

export const readAnyPayment = endpoint({
  method: 'GET',
  path: '/admin/payments/:id',
  access: ['admin'],
  summary: 'A payment with its refunds and what the ledger holds of it',
  params,
  response: detailed
})

export const refundPayment = endpoint({
  method: 'POST',
  path: '/admin/payments/:id/refund',
  access: ['admin'],
  summary:
    'Gives back what is left of a payment and ends what it paid for; 202 while PayPal has not finished; a second call changes nothing',
  params,
  body: z.object({ reason: requiredText('Please give a reason.', REASON_MOST) }),
  response: listed,
  idempotent: true
})

export const no = refusals({
  payment_not_found: { status: 404, message: 'This payment does not exist.' },
  not_captured: { status: 409, message: 'This payment was never completed, so there is nothing to refund.' },
  capture_pending: { status: 409, message: 'PayPal still checks this payment. It can be refunded once that is done.' },
  refunded_at_paypal: {
    status: 409,
    message: 'PayPal says that this payment was refunded there already. It shows here as soon as PayPal reports it.'
  },
  refund_too_late: { status: 409, message: 'PayPal no longer refunds this payment: it is too old.' },
  payment_disputed: { status: 409, message: 'The client disputes this payment at PayPal. Please settle it there.' },
  balance_too_low: { status: 409, message: 'The PayPal balance is too low for this refund. Nothing was refunded.' },
  refund_refused: { status: 409, message: 'PayPal refused this refund. Nothing was refunded.' }
})
