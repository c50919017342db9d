import type { Generated, Selectable } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { PaymentState, PurposeName, RefundState } from '../rules.ts'

type PaymentTable = {
  id: Generated<string>
  purpose: PurposeName
  client_id: string
  /** A payment for one license has an asset, a license type and perhaps a chosen file format; one for several has only its order; a plan's has a subscription. */
  asset_id: string | null
  license_type: Generated<string | null>
  file_format: Generated<string | null>
  subscription_id: Generated<string | null>
  description: string
  /** Of licensing: its lines say what is bought. Null for a subscription payment, and for a license payment of before orders. */
  order_id: Generated<string | null>
  /** What is charged: subtotal − discount + tax. */
  amount_cents: Cents
  /** Null: the amount is the subtotal. */
  subtotal_cents: Generated<Cents | null>
  discount_cents: Generated<Cents>
  tax_cents: Generated<Cents>
  /** The rate of the tax in parts per million: 82500 is 8.25 percent. */
  tax_per_million: Generated<number>
  currency: Generated<string>
  state: Generated<PaymentState>
  provider_order_id: string | null
  approve_url: string | null
  provider_capture_id: string | null
  fee_cents: Cents | null
  pending: Generated<boolean>
  failure: string | null
  created_at: Date
  claimed_at: Date | null
  captured_at: Date | null
  failed_at: Date | null
  refunded_at: Date | null
  checked_at: Date | null
  /** When PayPal is asked again whether it refunded or reversed this captured payment. Null if it was never asked. */
  next_check_at: Generated<Date | null>
}

export type Payment = Selectable<PaymentTable>

type RefundTable = {
  id: Generated<string>
  payment_id: string
  state: RefundState
  provider_refund_id: string | null
  reason: string | null
  asked_by: string | null
  asked_at: Date
  /** The total of these lines of the order; both null for everything that was left. */
  asked_cents: Generated<Cents | null>
  line_ids: Generated<string[] | null>
  amount_cents: Cents | null
  /** The part of `amount_cents` that is tax, once the refund is completed. */
  tax_cents: Generated<Cents>
  fee_back_cents: Generated<Cents>
  completed_at: Date | null
  /** PayPal's code for the failure, or ours: 'other_currency', 'too_much'. */
  failure: string | null
}

export type Refund = Selectable<RefundTable>

type WebhookEventTable = {
  id: string
  event_type: string
  /** Inserted as JSON text, read as an object. */
  body: unknown
  received_at: Date
  processed_at: Date | null
  attempts: Generated<number>
  next_attempt_at: Generated<Date | null>
  reason: Generated<string | null>
}

type DisputeTable = { dispute_id: string; payment_id: string; outcome: string; noticed_at: Date }

declare module '#platform/database/connect.ts' {
  interface Database {
    'payments.payment': PaymentTable
    'payments.refund': RefundTable
    'payments.dispute': DisputeTable
    'payments.webhook_event': WebhookEventTable
  }
}
