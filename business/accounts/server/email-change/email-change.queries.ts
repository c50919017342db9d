import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

type Change = { user_id: string; new_email: string; asked_at: Date; expires_at: Date }

/** A newer change replaces the one that waits. */
export async function upsertChange(tx: Tx, change: Change): Promise<void> {
  const { user_id: _user_id, ...values } = change
  await tx
    .insertInto('accounts.email_change')
    .values(change)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, code_hash: null }))
    .execute()
}

/** Returns the changes to an address for which no code was made yet, with the names of their accounts. */
export async function lockUnmailed(tx: Tx, new_email: string, now: Date) {
  return tx
    .selectFrom('accounts.email_change as change')
    .innerJoin('accounts.user as user', 'user.id', 'change.user_id')
    .select(['change.user_id', 'change.expires_at', 'user.name'])
    .where('change.new_email', '=', new_email)
    .where('change.code_hash', 'is', null)
    .where('change.expires_at', '>', now)
    .orderBy('change.user_id')
    .forUpdate('change')
    .execute()
}

export async function updateCode(tx: Tx, user_id: string, code_hash: string): Promise<void> {
  await tx.updateTable('accounts.email_change').set({ code_hash }).where('user_id', '=', user_id).execute()
}

/** Returns the change of a user that has not expired. */
export async function findChange(db: Db, user_id: string, now: Date) {
  return db.selectFrom('accounts.email_change').selectAll().where('user_id', '=', user_id).where('expires_at', '>', now).executeTakeFirst()
}

/** Returns false if the code was used or replaced in the meantime. */
export async function deleteChange(tx: Tx, { user_id, code_hash }: { user_id: string; code_hash: string }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('accounts.email_change')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteChangesOf(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('accounts.email_change').where('user_id', '=', user_id).execute()
}

/** Deletes an account that nobody verified, because its address was proven to be someone else's. */
export async function deleteUnverifiedHolder(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('accounts.registration').where('email', '=', email).execute()
  await tx.deleteFrom('accounts.user').where('email', '=', email).where('email_verified', '=', false).execute()
}

/** Waits for another transaction that gives somebody the same address. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('accounts.email'), hashtext(${email}))`.execute(tx)
}

/** Returns false if another account has the address. */
export async function updateAddress(tx: Tx, id: string, email: string): Promise<boolean> {
  const others = tx.selectFrom('accounts.user as other').select('other.id').where('other.email', '=', email)
  const { numUpdatedRows } = await tx
    .updateTable('accounts.user')
    .set({ email })
    .where('id', '=', id)
    .where((eb) => eb.not(eb.exists(others)))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertUndo(tx: Tx, undo: Insertable<Database['accounts.email_undo']>): Promise<void> {
  await tx.insertInto('accounts.email_undo').values(undo).execute()
}

/** Locks the account with it. Returns undefined if the link is unknown, used, or expired, or the account was deleted. */
export async function lockUndo(tx: Tx, token_hash: Buffer, now: Date) {
  return tx
    .selectFrom('accounts.email_undo as undo')
    .innerJoin('accounts.user as user', 'user.id', 'undo.user_id')
    .select(['undo.user_id', 'undo.old_email', 'undo.changed_at', 'undo.session_opened_at', 'user.email', 'user.name'])
    .where('undo.token_hash', '=', token_hash)
    .where('undo.expires_at', '>', now)
    .where('user.deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Deletes the links of a change and of all later ones: they led away from the address that is restored. */
export async function deleteUndosSince(tx: Tx, user_id: string, changed_at: Date): Promise<void> {
  await tx.deleteFrom('accounts.email_undo').where('user_id', '=', user_id).where('changed_at', '>=', changed_at).execute()
}

/** Deletes the second factors that were added at or after a moment: whoever changed the address may have added them to come back. */
export async function deleteFactorsSince(tx: Tx, user_id: string, moment: Date): Promise<void> {
  for (const table of ['accounts.totp', 'accounts.passkey', 'accounts.recovery_code'] as const)
    await tx.deleteFrom(table).where('user_id', '=', user_id).where('created_at', '>=', moment).execute()
}

export async function deleteExpired(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('accounts.email_change').where('expires_at', '<=', before).execute()
  await db.deleteFrom('accounts.email_undo').where('expires_at', '<=', before).execute()
}
