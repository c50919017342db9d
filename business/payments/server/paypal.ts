import { openCalls, openCertificates, type PayPalSettings } from './paypal-call.ts'
import { ordersOf, type PayPalOrders } from './paypal-orders.ts'
import { type PayPalRefunds, refundsOf } from './paypal-refunds.ts'
import { type PayPalSubscriptions, subscriptionsOf } from './paypal-subscriptions.ts'

export { PayPalRefusal, type PayPalSettings, PayPalUnreachable } from './paypal-call.ts'

export interface PayPal extends PayPalOrders, PayPalRefunds, PayPalSubscriptions {
  readonly settings: PayPalSettings
  /** The certificate (PEM) at an address that was found trusted. */
  certificateAt(address: string): Promise<string>
}

/** A small client of PayPal's REST API; the sandbox and PayPal differ by base URL and credentials only. */
export function openPayPal(settings: PayPalSettings): PayPal {
  const call = openCalls(settings)
  return { settings, certificateAt: openCertificates(), ...ordersOf(call), ...refundsOf(call), ...subscriptionsOf(call) }
}
