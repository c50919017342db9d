import type { Tx } from '#platform/database/connect.ts'

/** Returns an event of PayPal that is not processed. */
export async function findUnprocessedEvent(tx: Tx, id: string): Promise<{ event_type: string } | undefined> {
  return tx
    .selectFrom('payments.webhook_event')
    .select('event_type')
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .executeTakeFirst()
}
