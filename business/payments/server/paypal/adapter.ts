import { openCalls, openCertificates, type PayPalSettings } from './call.ts'
import { ordersOf, type PayPalOrders } from './orders.ts'
import { type PayPalRefunds, refundsOf } from './refunds.ts'
import { type PayPalSubscriptions, subscriptionsOf } from './subscriptions.ts'

export { PayPalRefusal, type PayPalSettings, PayPalUnreachable } from './call.ts'

export interface PayPal extends PayPalOrders, PayPalRefunds, PayPalSubscriptions {
  readonly settings: PayPalSettings
  /** Returns the certificate (PEM) at an address that was checked before. */
  certificateAt(address: string): Promise<string>
}

/** Opens a small client for PayPal's REST API. The sandbox differs from PayPal only in base URL and credentials. */
export function openPayPal(settings: PayPalSettings): PayPal {
  const call = openCalls(settings)
  return { settings, certificateAt: openCertificates(), ...ordersOf(call), ...refundsOf(call), ...subscriptionsOf(call) }
}
