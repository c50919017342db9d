import type { Cents } from '#platform/contract/index.ts'
import type { Ctx, Db, Tx } from '#platform/server/index.ts'
import type { LineState } from '../rules.ts'
import type { PayPal } from './paypal/adapter.ts'
import type { Payment, Refund } from './tables.ts'

export type { Payment }

/**
 * What a payment bought, or what the client already owned. `file_format` is the format that `download_url` delivers. A payment for several
 * licenses has only `license_ids`.
 */
export type Held = { license_id: string | null; license_ids: string[]; download_url: string | null; file_format: string | null }

/** One license of a payment. Its total is price − discount + tax; the totals of all lines add up to the payment's amount. */
export type PaidLine = {
  line_id: string
  asset_id: string
  asset_title: string
  license_type: string
  price_cents: Cents
  discount_cents: Cents
  tax_cents: Cents
  total_cents: Cents
  status: LineState
  license_id: string | null
}

/** A one-time payment for one or more licenses, taken through a PayPal order. Licensing implements it. */
export type LicensePurpose = {
  /** Returns what the client owns of it: before the capture, what this payment would buy again; afterwards, what it bought. */
  held(ctx: Ctx, payment: Payment): Promise<Held | undefined>
  /** Returns its lines in their order. */
  lines(db: Db, payment: Payment): Promise<PaidLine[]>
  /** Returns the ids of other payments of the client that would buy one of the same licenses. At most one of them may be captured. */
  rivals(db: Db, payment: Payment): Promise<string[]>
  /** Grants what was bought, all or nothing, in the transaction that marks the payment captured: both happen, or neither. */
  fulfil(ctx: Ctx<Tx>, payment: Payment): Promise<void>
  /** Returns what the checkout had reserved, in the transaction that ends the payment without money. */
  release(ctx: Ctx<Tx>, payment: Payment): Promise<void>
  /** Revokes some of its licenses, in the transaction that books their refund. */
  revokeLines(ctx: Ctx<Tx>, payment: Payment, line_ids: readonly string[]): Promise<void>
  /** Revokes all of it, in the transaction that marks the payment refunded. */
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

export type CompletedRefund = Refund & { amount_cents: Cents; completed_at: Date }

/** Issues documents about money, in the transactions that book it. Invoicing implements it. */
export type Invoices = {
  /** Issues the invoice of a captured payment. */
  issue(ctx: Ctx<Tx>, payment: Payment): Promise<void>
  /** Issues the credit note of a completed refund. The last step of its transaction. */
  credit(ctx: Ctx<Tx>, payment: Payment, refund: CompletedRefund): Promise<void>
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

/** Returns the lines of a license payment; a subscription payment has none. */
export const findLines = async (ctx: Ctx, payment: Payment): Promise<PaidLine[]> =>
  payment.purpose === 'license' ? ctx.ports.purposes.license.lines(ctx.db, payment) : []

declare module '#platform/server/context.ts' {
  interface Ports {
    paypal: PayPal
    purposes: Purposes
    invoices: Invoices
  }
}
