import type { Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'
import { revokeTransferred } from './transfer/transfer.queries.ts'

/** Returns false if the license is revoked already. One that has expired can be revoked too: then it stays ended when its plan opens again. */
export async function updateRevokedLicense(tx: Tx, id: string, ended_at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('licensing.license')
    .set({ status: 'revoked', ended_at })
    .where('id', '=', id)
    .where('status', '<>', 'revoked')
    .executeTakeFirst()
  await revokeTransferred(tx, { license_ids: [id] }, ended_at)
  return numUpdatedRows > 0n
}

/** Revokes the licenses of a payment, and those that others got by a transfer of them. Their links are refused from then on. */
export async function updateRevoked(db: Db, payment_id: string, ended_at: Date): Promise<void> {
  await db
    .updateTable('licensing.license')
    .set({ status: 'revoked', ended_at })
    .where('payment_id', '=', payment_id)
    .where('status', '=', 'active')
    .execute()
  await revokeTransferred(db, { payment_id }, ended_at)
}

/** Revokes the licenses of some lines of a payment, and those that others got by a transfer of them. */
export async function updateRevokedAmong(tx: Tx, ids: readonly string[], ended_at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('licensing.license')
    .set({ status: 'revoked', ended_at })
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .execute()
  await revokeTransferred(tx, { license_ids: ids }, ended_at)
}
