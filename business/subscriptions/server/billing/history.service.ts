import { type Answer, type Cents, inDollars } from '#platform/contract/index.ts'
import { type Ctx, signedIn, type Tx } from '#platform/server/index.ts'
import type { readHistory } from '../../contract.ts'
import * as queries from '../periods.queries.ts'

const MAX_EVENTS = 200

export type EventKind =
  | 'started'
  | 'renewed'
  | 'renewal_failed'
  | 'cancelled'
  | 'resumed'
  | 'changed'
  | 'ended'
  | 'refunded'
  | 'extended'
  | 'converted'
  | 'paid'

type NewEvent = {
  subscription_id: string
  kind: EventKind
  description: string
  happened_at?: Date
  amount_cents?: Cents
  period_id?: string
}

/** Adds an event to the history that the plan's owner sees, and tells their webhooks. */
export async function addEvent(ctx: Ctx<Tx>, event: NewEvent): Promise<void> {
  const { owner_id } = await queries.insertEvent(ctx.db, { happened_at: ctx.now, ...event })
  await publishSubscription(ctx, { id: event.subscription_id, owner_id })
}

/** Tells the subscriber's webhooks that a plan has changed. One act may call it more than once. */
export const publishSubscription = (ctx: Ctx<Tx>, { id: sub_id, owner_id }: { id: string; owner_id: string }): Promise<void> =>
  ctx.ports.events.publish(ctx, [{ type: 'subscription.changed', to: owner_id, data: { sub_id } }])

export async function history(ctx: Ctx): Promise<Answer<typeof readHistory>> {
  const events = await queries.findEventsOf(ctx.db, signedIn(ctx).id, MAX_EVENTS)
  return {
    items: events.map(({ id, kind, description, happened_at, amount_cents, receipt_number }) => ({
      id: String(id),
      kind,
      description,
      happened_at: happened_at.toISOString(),
      amount: amount_cents === null ? null : inDollars(amount_cents),
      amount_cents,
      receipt_number,
      receipt_url: receipt_number && `/api/subscriptions/receipts/${receipt_number}`
    }))
  }
}
