import type { Db, Tx } from '#platform/database/connect.ts'

export type UnprocessedEvent = { id: string; event_type: string; received_at: Date; attempts: number; reason: string | null }

/** Returns events that are not processed, the oldest first. */
export async function findUnprocessedEvents(db: Db, limit: number): Promise<UnprocessedEvent[]> {
  const rows = await db
    .selectFrom('payments.webhook_event')
    .select(['id', 'event_type', 'received_at'])
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, attempts: 0, reason: null }))
}

export async function countUnprocessedEvents(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('payments.webhook_event')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('processed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

export async function findUnprocessedEvent(tx: Tx, id: string): Promise<{ event_type: string } | undefined> {
  return tx
    .selectFrom('payments.webhook_event')
    .select('event_type')
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .executeTakeFirst()
}
