import type { Db } from '#platform/database/connect.ts'
import './tables.ts'

/** What a payment gave; its links are refused from now on. */
export async function updateRevoked(db: Db, payment_id: string, ended_at: Date): Promise<void> {
  await db
    .updateTable('licensing.license')
    .set({ status: 'revoked', ended_at })
    .where('payment_id', '=', payment_id)
    .where('status', '=', 'active')
    .execute()
}
