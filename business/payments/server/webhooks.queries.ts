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
