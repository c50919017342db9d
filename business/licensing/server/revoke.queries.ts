import type { Db, Tx } from '#platform/database/connect.ts'
import { EVENT_COLUMNS } from './license-events.ts'
import './tables.ts'
import { revokeTransferred } from './transfer/transfer.queries.ts'

/**
 * Revokes a license, and those that others got by a transfer of it. Returns them, or undefined if the license is revoked already. One that has
 * expired can be revoked too: then it stays ended when its plan opens again.
 */
export async function updateRevokedLicense(tx: Tx, id: string, ended_at: Date) {
  const own = await tx
    .updateTable('licensing.license')
    .set({ status: 'revoked', ended_at })
    .where('id', '=', id)
    .where('status', '<>', 'revoked')
    .returning(EVENT_COLUMNS)
    .execute()
  const others = await revokeTransferred(tx, { license_ids: [id] }, ended_at)
  return own.length > 0 ? [...own, ...others] : undefined
}

/** Revokes the licenses of a payment, and those that others got by a transfer of them. Their links are refused from then on. Returns all. */
export async function updateRevoked(db: Db, payment_id: string, ended_at: Date) {
  const bought = await db
    .updateTable('licensing.license')
    .set({ status: 'revoked', ended_at })
    .where('payment_id', '=', payment_id)
    .where('status', '=', 'active')
    .returning(EVENT_COLUMNS)
    .execute()
  return [...bought, ...(await revokeTransferred(db, { payment_id }, ended_at))]
}

/** Revokes the licenses of some lines of a payment, and those that others got by a transfer of them. Returns all. */
export async function updateRevokedAmong(tx: Tx, ids: readonly string[], ended_at: Date) {
  if (ids.length === 0) return []
  const bought = await tx
    .updateTable('licensing.license')
    .set({ status: 'revoked', ended_at })
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .returning(EVENT_COLUMNS)
    .execute()
  return [...bought, ...(await revokeTransferred(tx, { license_ids: ids }, ended_at))]
}
