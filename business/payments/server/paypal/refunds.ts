import type { Call } from './call.ts'
import type { PayPalCapture, PayPalMoney, PayPalRefund } from './schemas.ts'
import * as shapes from './schemas.ts'

export interface PayPalRefunds {
  /** Refunds an amount of a capture, or what is left of it. Called twice with the same refund id, PayPal refunds once and repeats its response. */
  refundCapture(capture_id: string, refund_id: string, amount?: PayPalMoney): Promise<PayPalRefund>
  getRefund(provider_refund_id: string): Promise<PayPalRefund>
  getCapture(capture_id: string): Promise<PayPalCapture>
}

/** PayPal's Payments API v2. */
export const refundsOf = (call: Call): PayPalRefunds => ({
  refundCapture: (capture_id, refund_id, amount) =>
    call(
      {
        method: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(capture_id)}/refund`,
        request_id: `refund-${refund_id}`,
        // Comes back with the refund, in its webhook too.
        body: { custom_id: refund_id, ...(amount && { amount }) }
      },
      shapes.refund
    ),
  getRefund: (provider_refund_id) =>
    call({ method: 'GET', path: `/v2/payments/refunds/${encodeURIComponent(provider_refund_id)}` }, shapes.refund),
  getCapture: (capture_id) => call({ method: 'GET', path: `/v2/payments/captures/${encodeURIComponent(capture_id)}` }, shapes.capture)
})

/** The id of the refunded capture, from the refund's link to it. */
export const captureOf = ({ links }: PayPalRefund): string | undefined =>
  links.find(({ rel }) => rel === 'up')?.href.match(/\/captures\/([^/?#]+)/)?.[1]
