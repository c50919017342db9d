import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

export async function deleteSessions(db: Db, expired_before: Date): Promise<void> {
  await db.deleteFrom('accounts.session').where('expires_at', '<=', expired_before).execute()
}

export async function deleteCodesAndResets(db: Db, expired_before: Date): Promise<void> {
  await db.deleteFrom('accounts.verification_code').where('expires_at', '<=', expired_before).execute()
  await db.deleteFrom('accounts.password_reset').where('expires_at', '<=', expired_before).execute()
}

export async function deleteMailings(db: Db, sent_before: Date): Promise<void> {
  await db.deleteFrom('accounts.mailing').where('sent_at', '<', sent_before).execute()
}

export async function deleteDevices(db: Db, seen_before: Date): Promise<void> {
  await db.deleteFrom('accounts.device').where('last_seen_at', '<', seen_before).execute()
}

/** Returns the clients who never verified their address and have no registration left that could. */
export async function findUnverified(db: Db, created_before: Date): Promise<string[]> {
  const rows = await unverified(db).select('id').where('created_at', '<', created_before).execute()
  return rows.map(({ id }) => id)
}

/** Returns false if the account was verified or registered again in the meantime. */
export async function deleteUnverified(tx: Tx, id: string): Promise<boolean> {
  const found = unverified(tx).select('id').where('id', '=', id)
  const { numDeletedRows } = await tx
    .deleteFrom('accounts.user')
    .where('id', 'in', found)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const unverified = (db: Db) =>
  db
    .selectFrom('accounts.user as user')
    .where('email_verified', '=', false)
    .where('role', '=', 'client')
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('accounts.registration').select('id').whereRef('accounts.registration.email', '=', 'user.email')))
    )

/** Removes network addresses and browsers from a batch of old entries of the audit log. Returns how many. */
export async function eraseOldOrigins(db: Db, occurred_before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update accounts.audit_entry set details = details - array['ip', 'device']
    where id in (
      select id from accounts.audit_entry
      where occurred_at < ${occurred_before} and details ?| array['ip', 'device'] order by occurred_at limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
