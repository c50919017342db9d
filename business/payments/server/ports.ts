import type { Ctx, Tx } from '#platform/server/index.ts'
import type { PayPal } from './paypal/adapter.ts'
import type { Payment } from './tables.ts'

export type { Payment }

/** What a payment bought, or what the client already owned. `file_format` is the format that `download_url` delivers. */
export type Held = { license_id: string; download_url: string | null; file_format: string | null }

/** A one-time payment for a license, taken through a PayPal order. Licensing implements it. */
export type LicensePurpose = {
  /** Returns the license that the client already owns and this payment would buy again. */
  held(ctx: Ctx, payment: Payment): Promise<Held | undefined>
  /** Grants what was bought, in the transaction that marks the payment captured: both happen, or neither. */
  fulfil(ctx: Ctx<Tx>, payment: Payment): Promise<void>
  /** Revokes it, in the transaction that marks the payment refunded. */
  revoke(ctx: Ctx<Tx>, payment: Payment): Promise<void>
}

/** A monthly or yearly payment that PayPal takes automatically. Subscriptions implements it. */
export type SubscriptionPurpose = {
  /**
   * Reads a subscription from PayPal and updates ours. Does nothing if it is not ours.
   * Called outside any transaction, as often as there are events.
   */
  sync(ctx: Ctx, provider_subscription_id: string): Promise<void>
  /** Ends what a refunded payment paid for, in the transaction that marks it refunded. A job ends the subscription at PayPal. */
  revoke(ctx: Ctx<Tx>, payment: Payment): Promise<void>
}

/** PayPal's id of a payment's money. Only a payment that was never captured has none. */
export function captureIdOf({ id, provider_capture_id }: Payment): string {
  if (provider_capture_id === null) throw new Error(`Payment ${id} was never captured.`)
  return provider_capture_id
}

export type Purposes = { license: LicensePurpose; subscription: SubscriptionPurpose }

/** Returns the license of a license payment, if the client owns it. A subscription payment has none. */
export const findHeld = async (ctx: Ctx, payment: Payment): Promise<Held | undefined> =>
  payment.purpose === 'license' ? ctx.ports.purposes.license.held(ctx, payment) : undefined

declare module '#platform/server/context.ts' {
  interface Ports {
    paypal: PayPal
    purposes: Purposes
  }
}
