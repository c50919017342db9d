import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import './tables.ts'

type NewEvent = { id: string; event_type: string; body: string; received_at: Date }

/** Returns false if this event was stored before. */
export async function insertEvent(db: Db, event: NewEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('payments.webhook_event')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function findEvent(db: Db, id: string) {
  return db.selectFrom('payments.webhook_event').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function updateProcessed(db: Db, id: string, processed_at: Date): Promise<void> {
  await db.updateTable('payments.webhook_event').set({ processed_at }).where('id', '=', id).execute()
}

/** Removes the texts of old events. Their ids stay, so that an event that arrives again is still known. */
export async function eraseBodies(db: Db, received_before: Date): Promise<void> {
  await sql`update payments.webhook_event set body = '{}' where received_at < ${received_before} and body <> '{}'::jsonb`.execute(db)
}
