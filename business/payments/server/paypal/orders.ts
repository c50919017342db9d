import type { Call } from './call.ts'
import type { PayPalOrder } from './schemas.ts'
import * as shapes from './schemas.ts'

export type OrderRequest = {
  payment_id: string
  client_id: string
  /** Dollars with two decimals, as text. */
  value: string
  currency: string
  description: string
  /** Amounts are dollars with two decimals, as text. With items, `value` is item total + tax total − discount. */
  items?: { name: string; value: string; tax: string; sku: string }[]
  breakdown?: { item_total: string; tax_total: string; discount: string }
  brand_name: string
  return_url: string
  cancel_url: string
}

export interface PayPalOrders {
  createOrder(request: OrderRequest): Promise<PayPalOrder>
  getOrder(order_id: string): Promise<PayPalOrder>
  /** Called twice for the same payment, PayPal captures once. */
  captureOrder(order_id: string, payment_id: string): Promise<PayPalOrder>
}

/** Of descriptions and of items' names. */
const MAX_TEXT = 127
const cut = (text: string): string => [...text].slice(0, MAX_TEXT).join('')
const at = (order_id: string) => `/v2/checkout/orders/${encodeURIComponent(order_id)}`

/** PayPal's Orders API v2. */
export const ordersOf = (call: Call): PayPalOrders => ({
  createOrder: (request) =>
    call(
      { method: 'POST', path: '/v2/checkout/orders', request_id: `create-${request.payment_id}`, body: orderBody(request) },
      shapes.order
    ),
  getOrder: (order_id) => call({ method: 'GET', path: at(order_id) }, shapes.order),
  captureOrder: (order_id, payment_id) =>
    call({ method: 'POST', path: `${at(order_id)}/capture`, request_id: `capture-${payment_id}`, body: {} }, shapes.order)
})

/** `reference_id` names the client and `custom_id` the payment. A capture counts only if both come back. */
const orderBody = (request: OrderRequest) => {
  const { payment_id, client_id, description, brand_name, return_url, cancel_url } = request
  return {
    intent: 'CAPTURE',
    purchase_units: [{ reference_id: client_id, custom_id: payment_id, description: cut(description), ...amountOf(request) }],
    payment_source: {
      paypal: {
        experience_context: { brand_name, shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW', return_url, cancel_url }
      }
    }
  }
}

/** PayPal refuses an order whose items and breakdown do not add up to its amount. Parts that are zero are left out. */
function amountOf({ value, currency: currency_code, items, breakdown }: OrderRequest) {
  const money = (part: string) => ({ currency_code, value: part })
  if (!items || !breakdown) return { amount: money(value) }
  const parts = Object.entries(breakdown).filter(([name, part]) => name === 'item_total' || part !== NOTHING)
  const has_tax = breakdown.tax_total !== NOTHING
  return {
    amount: { ...money(value), breakdown: Object.fromEntries(parts.map(([name, part]) => [name, money(part)])) },
    items: items.map(({ name, value: price, tax, sku }) => ({
      name: cut(name),
      quantity: '1',
      unit_amount: money(price),
      ...(has_tax && { tax: money(tax) }),
      sku,
      category: 'DIGITAL_GOODS'
    }))
  }
}

const NOTHING = '0.00'
