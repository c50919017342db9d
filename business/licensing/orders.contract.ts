import { z } from 'zod'
import { paidLine } from '#payments/contract.ts'
import { cents, defineRefusals, endpoint, instant, pageOf, paging } from '#platform/contract/index.ts'
import { handOverQuery } from './contract.ts'
import { handOverState } from './hand-over.contract.ts'
import { MAX_ITEMS, MIN_ITEMS, ORDER_STATES } from './orders.rules.ts'
import { LICENSE_TYPES } from './rules.ts'

const COUNT = `Please choose ${MIN_ITEMS} to ${MAX_ITEMS} licenses.`

const item = z.object({
  asset_id: z.uuid('This asset does not exist.').toLowerCase(),
  license_type: z.enum(LICENSE_TYPES, 'Please choose a license.')
})

const order = z.object({
  order_id: z.uuid(),
  status: z.enum(ORDER_STATES),
  /** Null if nothing had to be paid. */
  payment_id: z.uuid().nullable(),
  provider_order_id: z.string().nullable(),
  /** PayPal's page, and ours, while it is not paid. */
  approve_url: z.string().nullable(),
  checkout_url: z.string().nullable(),
  /** Why the payment failed. */
  failure: z.string().nullable(),
  lines: z.array(paidLine),
  coupon_code: z.string().nullable(),
  subtotal_cents: cents,
  discount_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  created_at: instant,
  paid_at: instant.nullable(),
  /** A PDF, once it is paid. */
  receipt_url: z.string().nullable()
})
export type Order = z.output<typeof order>

const started = order.partial().extend({
  lines: z.array(paidLine),
  /** Items that the caller holds already. They are not charged again. */
  held: z.array(item.extend({ license_id: z.uuid() })),
  /** Items that do not exist or are not for sale. */
  unavailable: z.array(item),
  subtotal_cents: cents,
  discount_cents: cents,
  tax_cents: cents,
  total_cents: cents
})
export type StartedOrder = z.output<typeof started>

export const createOrder = endpoint({
  method: 'POST',
  path: '/orders',
  access: ['client'],
  summary:
    'Start one purchase of several licenses: all or none. What is held already or not for sale is named and left out; if nothing is left, no order is made (200).',
  body: z.object({
    items: z.array(item, COUNT).min(MIN_ITEMS, COUNT).max(MAX_ITEMS, COUNT),
    coupon: z.string().max(100).nullish(),
    terms_accepted: z.literal(true, 'Please agree to the license terms.').optional()
  }),
  response: started,
  status: 201,
  idempotent: true
})

export const handOverOrder = endpoint({
  method: 'GET',
  path: '/orders/:id/hand-over',
  access: ['client'],
  summary:
    "A ZIP of the active licenses of one of the caller's orders: a file and a certificate for each, the license terms, and manifest.csv. Written while it is sent.",
  params: z.object({ id: z.uuid().toLowerCase() }),
  query: handOverQuery,
  response: z.unknown(),
  kind: 'file'
})

const chosenState = z
  .enum(ORDER_STATES)
  .or(z.literal('').transform(() => undefined))
  .optional()

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  access: ['client'],
  summary: "The caller's own orders of licenses, newest first. A single license is an order of one line.",
  query: z.object({
    status: chosenState,
    without: chosenState.meta({ description: 'Leaves out the orders of this status' }),
    ...paging(20)
  }),
  response: pageOf(order)
})

export const readOrder = endpoint({
  method: 'GET',
  path: '/orders/:id',
  access: ['client'],
  summary: "One of the caller's own orders with its lines",
  params: z.object({ id: z.uuid().toLowerCase() }),
  response: order.extend({ hand_over: handOverState.nullable().meta({ description: 'Null without an active license' }) })
})
export type OrderWithHandOver = z.output<typeof readOrder.response>

export const refusals = defineRefusals({ order_not_found: { status: 404, message: 'This order does not exist.' } })
