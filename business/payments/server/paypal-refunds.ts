import type { Call } from './paypal-call.ts'
import type { PayPalRefund } from './paypal-shapes.ts'
import * as shapes from './paypal-shapes.ts'

export interface PayPalRefunds {
  /** Gives back what is left of a capture. Asked twice for the same refund of ours, PayPal gives back once and answers the same. */
  refundCapture(capture_id: string, refund_id: string): Promise<PayPalRefund>
  getRefund(provider_refund_id: string): Promise<PayPalRefund>
}

/** Payments v2. */
export const refundsOf = (call: Call): PayPalRefunds => ({
  refundCapture: (capture_id, refund_id) =>
    call(
      {
        method: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(capture_id)}/refund`,
        request_id: `refund-${refund_id}`,
        body: {}
      },
      shapes.refund
    ),
  getRefund: (provider_refund_id) =>
    call({ method: 'GET', path: `/v2/payments/refunds/${encodeURIComponent(provider_refund_id)}` }, shapes.refund)
})

/** The capture that was given back, by the refund's link up to it. */
export const captureOf = ({ links }: PayPalRefund): string | undefined =>
  links.find(({ rel }) => rel === 'up')?.href.match(/\/captures\/([^/?#]+)/)?.[1]
