/** The stored documents, in PayPal's format. Links are added when a document is shown, because the address can change. */
export type Money = { currency_code: string; value: string }

export type Item = {
  name: string
  unit_amount: Money
  quantity: string
  tax?: Money
  description?: string
  sku?: string
  category?: string
}

export type PurchaseUnit = {
  reference_id: string
  amount: Money & { breakdown?: Record<string, Money> }
  description?: string
  custom_id?: string
  invoice_id?: string
  soft_descriptor?: string
  items?: Item[]
}

export type Experience = { brand_name?: string; return_url?: string; cancel_url?: string }

export type Order = {
  id: string
  intent: 'CAPTURE'
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  purchase_units: PurchaseUnit[]
  experience: Experience
  /** Whether the order named PayPal's wallet as payment_source, which changes its first status and the name of its approval link. */
  wallet: boolean
  payer_id?: string
  /** The payer approved with a card that the bank declines. */
  declined: boolean
  create_time: string
  update_time: string
}

export type CaptureStatus = 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED'

export type Capture = {
  id: string
  /** Absent for a payment of a subscription. */
  order_id?: string
  subscription_id?: string
  reference_id: string
  status: CaptureStatus
  amount: Money
  /** The bank declined before anything was captured: an attempt, not a payment of the order. */
  refused: boolean
  custom_id?: string
  invoice_id?: string
  create_time: string
  update_time: string
}

export type Refund = {
  id: string
  capture_id: string
  status: 'COMPLETED'
  amount: Money
  total_refunded: Money
  custom_id?: string
  invoice_id?: string
  note_to_payer?: string
  create_time: string
  update_time: string
}

export type Product = { id: string; name: string; type: string; description?: string; create_time: string; update_time: string }

export type BillingCycle = {
  tenure_type: 'REGULAR' | 'TRIAL'
  sequence: number
  total_cycles?: number
  frequency: { interval_unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'; interval_count?: number }
  pricing_scheme?: { fixed_price?: Money }
}

export type Plan = {
  id: string
  product_id: string
  name: string
  status: 'CREATED' | 'INACTIVE' | 'ACTIVE'
  description?: string
  billing_cycles: BillingCycle[]
  payment_preferences: { payment_failure_threshold?: number }
  create_time: string
  update_time: string
}

/** What a subscription has instead of its plan's values. */
export type PlanOverride = {
  billing_cycles?: Pick<BillingCycle, 'sequence' | 'total_cycles' | 'pricing_scheme'>[]
  taxes?: { percentage: string; inclusive?: boolean }
}

export type SubscriptionStatus = 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED'

export type Subscription = {
  id: string
  /** The token of the approval page. */
  ba_token: string
  plan_id: string
  plan_override?: PlanOverride
  status: SubscriptionStatus
  status_change_note?: string
  status_update_time: string
  start_time: string
  quantity: string
  custom_id?: string
  subscriber?: Record<string, unknown>
  payer_id?: string
  experience: Experience
  /** Of the current plan: a plan change starts again at 0. */
  cycles_completed: number
  failed_payments_count: number
  next_billing_time?: string
  last_payment?: { amount: Money; time: string }
  last_failed_payment?: { amount: Money; time: string; reason_code: string }
  create_time: string
  update_time: string
}

/** One payment of a subscription: 'sale' in events, 'transaction' in PayPal's lists. */
export type Sale = {
  id: string
  subscription_id: string
  /** With tax. */
  amount: Money
  tax?: Money
  /** Completed when absent. */
  status?: Exclude<CaptureStatus, 'PENDING'>
  custom_id?: string
  time: string
}

/** A plan change that the subscriber can approve. Its id is the token of the page. */
export type Revision = {
  id: string
  subscription_id: string
  plan_id: string
  plan_override?: PlanOverride
  experience: Experience
  open: boolean
}

export type Webhook = { id: string; url: string; event_types: { name: string }[] }

export type PayPalEvent = {
  id: string
  event_version: '1.0'
  create_time: string
  resource_type: string
  resource_version: '1.0' | '2.0'
  event_type: string
  summary: string
  resource: Record<string, unknown>
}

export type Token = { id: string; expires_at: string }
export type Certificate = { id: string; certificate: string; private_key: string }

export type Documents = {
  order: Order
  capture: Capture
  refund: Refund
  product: Product
  plan: Plan
  subscription: Subscription
  sale: Sale
  revision: Revision
  webhook: Webhook
  event: PayPalEvent
  token: Token
  certificate: Certificate
}
