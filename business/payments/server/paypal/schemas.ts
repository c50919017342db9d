import { z } from 'zod'

/* The parts of PayPal's responses that we read. */

export const token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

const money = z.object({ currency_code: z.string(), value: z.string() })
const dateTime = z.iso.datetime({ offset: true })
const link = z.object({ href: z.string(), rel: z.string() })

export const capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  custom_id: z.string().optional(),
  create_time: dateTime.optional(),
  seller_receivable_breakdown: z.object({ paypal_fee: money.optional() }).optional()
})

export const refund = z.object({
  id: z.string(),
  /** COMPLETED, PENDING, FAILED or CANCELLED. */
  status: z.string(),
  amount: money,
  /** Our own refund's id, if we requested it. */
  custom_id: z.string().optional(),
  create_time: dateTime.optional(),
  /** `paypal_fee` is the part of its fee that PayPal returns. */
  seller_payable_breakdown: z.object({ paypal_fee: money.optional() }).optional(),
  links: z.array(link).default([])
})

export const order = z.object({
  id: z.string(),
  status: z.string(),
  links: z.array(link).default([]),
  purchase_units: z
    .array(
      z.object({
        reference_id: z.string().optional(),
        custom_id: z.string().optional(),
        amount: money.optional(),
        payments: z.object({ captures: z.array(capture).default([]), refunds: z.array(refund).default([]) }).optional()
      })
    )
    .default([])
})

export const product = z.object({ id: z.string() })
export const plan = z.object({ id: z.string(), status: z.string() })
export const subscriptionMade = z.object({ id: z.string(), status: z.string(), links: z.array(link).default([]) })
export const revision = z.object({ plan_id: z.string(), links: z.array(link).default([]) })

const paid = z.object({ amount: money, time: dateTime })

export const subscription = z.object({
  id: z.string(),
  /** APPROVAL_PENDING, APPROVED, ACTIVE, SUSPENDED, CANCELLED or EXPIRED. */
  status: z.string(),
  plan_id: z.string(),
  custom_id: z.string().optional(),
  start_time: dateTime.optional(),
  status_update_time: dateTime.optional(),
  billing_info: z
    .object({
      failed_payments_count: z.number().default(0),
      /** Missing once the subscription is canceled. */
      next_billing_time: dateTime.optional(),
      last_payment: paid.optional(),
      last_failed_payment: paid.optional()
    })
    .optional(),
  links: z.array(link).default([])
})

export const transactions = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        /** COMPLETED, DECLINED, PENDING, PARTIALLY_REFUNDED or REFUNDED. */
        status: z.string(),
        amount_with_breakdown: z.object({ gross_amount: money, fee_amount: money.optional(), tax_amount: money.optional() }),
        time: dateTime
      })
    )
    .default([])
})

export const failure = z.object({
  name: z.string().default('UNKNOWN'),
  message: z.string().default(''),
  details: z.array(z.object({ issue: z.string() })).default([])
})

export type PayPalMoney = z.output<typeof money>
export type PayPalOrder = z.output<typeof order>
export type PayPalCapture = z.output<typeof capture>
export type PayPalRefund = z.output<typeof refund>
export type PayPalSubscription = z.output<typeof subscription>
export type PayPalTransaction = z.output<typeof transactions>['transactions'][number]
