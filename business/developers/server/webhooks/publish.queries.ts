import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import './tables.ts'

type EventRow = { type: string; to: string; body: string }

/**
 * Inserts a delivery for each event and active webhook of its person that asked for the type. An act that says the same twice is told once.
 * Returns whose they are, with repeats.
 */
export async function insertDeliveries(tx: Tx, events: readonly EventRow[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with added as (
      insert into developers.delivery (webhook_id, type, body, next_attempt_at, created_at)
      select webhook.id, event.type, event.body, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${events.map(({ type }) => type)}::text[], ${events.map(({ to }) => to)}::uuid[], ${events.map(({ body }) => body)}::text[])
        with ordinality as event (type, user_id, body, place)
      join developers.webhook on webhook.user_id = event.user_id and webhook.is_active and event.type = any (webhook.events)
      where not exists (select from developers.delivery same
        where same.webhook_id = webhook.id and same.created_at = ${now}::timestamptz and same.body = event.body)
      order by event.place
      returning webhook_id
    )
    select webhook.user_id from added join developers.webhook on webhook.id = added.webhook_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
