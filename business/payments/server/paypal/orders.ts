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

const MAX_DESCRIPTION = 127
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
const orderBody = ({ payment_id, client_id, value, currency, description, brand_name, return_url, cancel_url }: OrderRequest) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: client_id,
      custom_id: payment_id,
      description: [...description].slice(0, MAX_DESCRIPTION).join(''),
      amount: { currency_code: currency, value }
    }
  ],
  payment_source: {
    paypal: {
      experience_context: { brand_name, shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW', return_url, cancel_url }
    }
  }
})
