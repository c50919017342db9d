import type { Generated, Selectable } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { TakesEffect } from '../change.rules.ts'
import type { PlanId, PlanType, SubscriptionState } from '../rules.ts'

type ProviderPlanTable = {
  environment: string
  plan_id: PlanId
  price_cents: Cents
  /** Its first cycle is charged at another price, which each subscription sets. */
  has_intro: Generated<boolean>
  provider_plan_id: string
  created_at: Date
}

/**
 * Why a subscription ended. 'abandoned' was never paid; 'second' was paid while another plan was open; 'lapsed' was a change of plan that
 * was paid too late.
 */
export type EndReason =
  | 'period_over'
  | 'unpaid'
  | 'cancelled'
  | 'refunded'
  | 'abandoned'
  | 'replaced'
  | 'second'
  | 'lapsed'
  | 'account_deleted'

type SubscriptionTable = {
  id: Generated<string>
  owner_id: string
  source: 'paypal' | 'admin'
  plan_type: PlanType
  plan_id: PlanId | null
  plan_name: string
  price_cents: Cents
  seats: number
  downloads_limit: number
  state: SubscriptionState
  auto_renew: Generated<boolean>
  started_at: Date | null
  period_started_at: Date | null
  period_ends_at: Date | null
  extended_days: Generated<number>
  grace_ends_at: Date | null
  access_ends_at: Date | null
  /** Equals plan_id when only the price changes. */
  next_plan_id: PlanId | null
  /** Null means the list price of next_plan_id. */
  next_price_cents: Cents | null
  next_plan_agreed: Generated<boolean>
  change_url: string | null
  provider_plan_id: string | null
  provider_subscription_id: string | null
  approve_url: string | null
  /** The cancellation still has to be sent to PayPal. */
  cancel_due: Generated<boolean>
  /** PayPal's subscription still has to be suspended or reactivated, depending on renewal_paused_at. */
  renewal_due: Generated<boolean>
  /** When the owner canceled a renewal that can still be resumed. PayPal's subscription is suspended. */
  renewal_paused_at: Date | null
  consent_text: string | null
  consented_at: Date | null
  created_at: Date
  /** When PayPal's subscription was canceled, which cannot be undone. */
  cancelled_at: Date | null
  ended_at: Date | null
  end_reason: EndReason | null
  checked_at: Date | null
  /** The rate of the tax that PayPal adds to each payment, in parts per million. */
  tax_per_million: Generated<number>
  /** The first `intro_payments` payments cost `intro_cents`. */
  intro_cents: Generated<Cents | null>
  intro_payments: Generated<number | null>
  /** The plan that this one replaces once it is paid, if that is still in the period that the credit was counted for. */
  replaces_id: Generated<string | null>
  replaces_period_at: Generated<Date | null>
  credit_cents: Generated<Cents>
  /** A first payment made later is refunded. */
  approve_by: Generated<Date | null>
}

export type Subscription = Selectable<SubscriptionTable>

type PeriodTable = {
  id: Generated<string>
  subscription_id: string
  plan_id: PlanId | null
  plan_name: string
  starts_at: Date
  ends_at: Date | null
  /** False for a payment that did not open a period, so its refund does not end the plan. */
  opened: Generated<boolean>
  amount_cents: Cents
  /** Paid by the unused days of the plan before. */
  credit_cents: Generated<Cents>
  payment_id: string | null
  provider_transaction_id: string | null
  receipt_number: string | null
  paid_at: Date | null
  refunded_at: Date | null
  created_at: Date
}

export type PlanPeriod = Selectable<PeriodTable>

type SeatTable = {
  id: Generated<string>
  subscription_id: string
  email: string
  invited_at: Date
  /** Set when the invited person joins or downloads. Until then the owner does not see a name. */
  joined_at: Date | null
}

type DownloadTable = { subscription_id: string; month_started_at: Date; asset_id: string; user_id: string; downloaded_at: Date }

type EventTable = {
  id: Generated<number>
  subscription_id: string
  kind: string
  description: string
  happened_at: Date
  amount_cents: Cents | null
  period_id: string | null
}

type ConsentTable = { id: Generated<number>; subscription_id: string; plan_id: PlanId; words: string; consented_at: Date }

type QuoteTable = {
  id: Generated<string>
  owner_id: string
  subscription_id: string
  current_plan_id: PlanId
  current_cents: Cents
  period_started_at: Date
  plan_id: PlanId
  takes_effect: TakesEffect
  effective_at: Date
  price_cents: Cents
  credit_cents: Cents
  due_cents: Cents
  created_at: Date
  expires_at: Date
  used_at: Date | null
  /** The checkout that it started. */
  sub_id: string | null
}

export type ChangeQuote = Selectable<QuoteTable>

type NoticeTable = { token_hash: string; subscription_id: string; period_started_at: Date; sent_at: Date }

declare module '#platform/database/connect.ts' {
  interface Database {
    'subscriptions.provider_plan': ProviderPlanTable
    'subscriptions.subscription': SubscriptionTable
    'subscriptions.receipt_counter': { year: number; last: number }
    'subscriptions.period': PeriodTable
    'subscriptions.seat': SeatTable
    'subscriptions.download': DownloadTable
    'subscriptions.event': EventTable
    'subscriptions.consent': ConsentTable
    'subscriptions.change_quote': QuoteTable
    'subscriptions.renewal_notice': NoticeTable
  }
}
