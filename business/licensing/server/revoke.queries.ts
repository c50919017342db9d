import type { Db } from '#platform/database/connect.ts'
import './tables.ts'

/** Revokes the licenses of a payment. Their links are refused from then on. */
export async function updateRevoked(db: Db, payment_id: string, ended_at: Date): Promise<void> {
  await db
    .updateTable('licensing.license')
    .set({ status: 'revoked', ended_at })
    .where('payment_id', '=', payment_id)
    .where('status', '=', 'active')
    .execute()
}
