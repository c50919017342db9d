import type { Ctx, Tx } from './context.ts'

/** The ids, and little else, that a receiver needs to ask for the rest. */
type EventData = {
  'license.granted': { license_id: string; asset_id: string }
  'license.revoked': { license_id: string; asset_id: string }
  'asset.approved': { asset_id: string }
  'asset.withheld': { asset_id: string }
  'subscription.changed': { sub_id: string }
  'request.changed': { request_id: string; status: string }
  'payout.made': { payout_id: string; amount: number }
}

export type EventType = keyof EventData

/** Something that happened to one person's business, which their own programs can be told of. `to` is the person's id. */
export type BusinessEvent = { [Type in EventType]: { type: Type; to: string; data: EventData[Type] } }[EventType]

/** The port through which parts say what happened. */
export type Events = {
  /** Stores the events for the webhooks of the people that they are about, in the transaction that made them happen. */
  publish(work: Ctx<Tx>, events: readonly BusinessEvent[]): Promise<void>
}
