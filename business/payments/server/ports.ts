import type { Ctx, Tx } from '#platform/server/index.ts'
import type { PayPal } from './paypal.ts'
import type { Payment } from './tables.ts'

export type { Payment }

/** What a payment gave, or what was held already. */
export type Held = { license_id: string | null; download_url: string | null }

/** What money is taken for. Payments knows no more of it than this. */
export type Purpose = {
  /** What the client already holds of what this payment buys. */
  held(ctx: Ctx, payment: Payment): Promise<Held | undefined>
  /** Gives what was bought, in the transaction that marks the payment captured: both happen, or neither. */
  fulfil(ctx: Ctx<Tx>, payment: Payment): Promise<void>
  /** Takes it back, in the transaction that marks the payment refunded. */
  revoke(ctx: Ctx<Tx>, payment: Payment): Promise<void>
}

/** What PayPal takes by itself, period by period; payments knows no more of it than this. */
export type Recurring = {
  /** Asks PayPal about a subscription and brings ours to that; nothing where it is not ours. Called outside any transaction, as often as there are events. */
  sync(ctx: Ctx, provider_subscription_id: string): Promise<void>
  /** Ends what a refunded payment paid for, in the transaction that marks it refunded. PayPal is asked to end the subscription by a job. */
  revoke(ctx: Ctx<Tx>, payment: Payment): Promise<void>
}

declare module '#platform/server/context.ts' {
  interface Ports {
    paypal: PayPal
    purposes: Record<string, Purpose>
    recurring: Recurring
  }
}
