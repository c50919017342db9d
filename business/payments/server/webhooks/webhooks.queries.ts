import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import '../tables.ts'

type NewEvent = { id: string; event_type: string; body: string; received_at: Date }

/** Returns false if this event was stored before and is processed. */
export async function insertEvent(db: Db, event: NewEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('payments.webhook_event')
    .values(event)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({ body: ref('excluded.body') }))
        .where('payments.webhook_event.processed_at', 'is', null)
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function findEvent(db: Db, id: string) {
  return db.selectFrom('payments.webhook_event').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function updateProcessed(db: Db, id: string, processed_at: Date): Promise<void> {
  await db.updateTable('payments.webhook_event').set({ processed_at, next_attempt_at: null, reason: null }).where('id', '=', id).execute()
}

/** After one failure the next attempt is 2 minutes later, then 4, 8, …, and at most 6 hours. */
const WAIT = sql`least(interval '1 minute' * power(2, least(attempts + 1, 10)), interval '6 hours')`

export async function updateFailed(db: Db, id: string, { now, reason }: { now: Date; reason: string }): Promise<void> {
  await db
    .updateTable('payments.webhook_event')
    .set({ attempts: sql`attempts + 1`, next_attempt_at: sql`${now}::timestamptz + ${WAIT}`, reason })
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .execute()
}

const unprocessed = (db: Db, received_before: Date) =>
  db.selectFrom('payments.webhook_event').where('processed_at', 'is', null).where('received_at', '<=', received_before)

type Waiting = { now: Date; received_before: Date; limit: number }

/** Finds unprocessed events whose next attempt is due, oldest first. */
export async function findDueEvents(db: Db, { now, received_before, limit }: Waiting) {
  return unprocessed(db, received_before)
    .select('id')
    .where((at) => at.or([at('next_attempt_at', 'is', null), at('next_attempt_at', '<=', now)]))
    .orderBy('received_at')
    .limit(limit)
    .execute()
}

/** Oldest first. */
export async function findUnprocessed(db: Db, { received_before, limit }: { received_before: Date; limit: number }) {
  return unprocessed(db, received_before)
    .select(['id', 'event_type', 'received_at', 'attempts', 'reason'])
    .orderBy('received_at')
    .limit(limit)
    .execute()
}

export async function countUnprocessed(db: Db, received_before: Date): Promise<number> {
  const { total } = await unprocessed(db, received_before)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Removes the texts of old events. An event that is not processed yet still needs its text. Their ids stay, so that an event that arrives again is still known. */
export async function eraseBodies(db: Db, received_before: Date): Promise<void> {
  await sql`update payments.webhook_event set body = '{}' where received_at < ${received_before} and body <> '{}'::jsonb and processed_at is not null`.execute(
    db
  )
}
