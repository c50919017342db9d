import { z } from 'zod'

/* What we read of PayPal's answers; they may hold more. */

export const token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

const money = z.object({ currency_code: z.string(), value: z.string() })
const link = z.object({ href: z.string(), rel: z.string() })

export const capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  custom_id: z.string().optional(),
  create_time: z.iso.datetime({ offset: true }).optional(),
  seller_receivable_breakdown: z.object({ paypal_fee: money.optional() }).optional()
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
        payments: z.object({ captures: z.array(capture).default([]) }).optional()
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
