import { openCalls, type PayPalSettings } from './call.ts'
import { type Certificates, openCertificates } from './certificates.ts'
import { ordersOf, type PayPalOrders } from './orders.ts'
import { type PayPalRefunds, refundsOf } from './refunds.ts'
import { type PayPalSubscriptions, subscriptionsOf } from './subscriptions.ts'

export { PayPalRefusal, type PayPalSettings, PayPalUnreachable } from './call.ts'
export { CertificateUnavailable } from './certificates.ts'

export interface PayPal extends Certificates, PayPalOrders, PayPalRefunds, PayPalSubscriptions {
  readonly settings: PayPalSettings
}

/** Opens a small client for PayPal's REST API. The sandbox differs from PayPal only in base URL and credentials. */
export function openPayPal(settings: PayPalSettings): PayPal {
  const call = openCalls(settings)
  return { settings, ...openCertificates(), ...ordersOf(call), ...refundsOf(call), ...subscriptionsOf(call) }
}
