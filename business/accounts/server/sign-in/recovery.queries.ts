import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

const ACCOUNT = ['id', 'name', 'email', 'email_verified'] as const

/** Returns undefined if the account is deactivated or deleted, or, without `demo`, belongs to the demo. */
export async function lockOpenAccount(tx: Tx, by: { id: string } | { email: string }, { demo }: { demo: boolean }) {
  return tx
    .selectFrom('accounts.user')
    .select(ACCOUNT)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('email', '=', by.email)))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb.lit(demo), eb('is_demo', '=', false)]))
    .forUpdate()
    .executeTakeFirst()
}

/** Marks the last requested email of this kind as sent. Returns false if it was already sent or never requested. */
export async function claimRequested(db: Db, { kind, email }: { kind: string; email: string }): Promise<boolean> {
  const written = await db
    .insertInto('accounts.mailing')
    .columns(['kind', 'email', 'sent_at'])
    .expression((eb) =>
      eb
        .selectFrom('accounts.mailing as asked')
        .select((eb) => [eb.val(`${kind} written`).as('kind'), 'asked.email', 'asked.sent_at'])
        .where('asked.kind', '=', kind)
        .where('asked.email', '=', email)
    )
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'email'])
        .doUpdateSet((eb) => ({ sent_at: eb.ref('excluded.sent_at') }))
        .whereRef('accounts.mailing.sent_at', '<', 'excluded.sent_at')
    )
    .returning('email')
    .executeTakeFirst()
  return written !== undefined
}

export type ResetPurpose = 'reset' | 'admin_setup'
type Reset = { user_id: string; purpose: ResetPurpose; token_hash: Buffer; expires_at: Date }

export async function upsertReset(db: Db, reset: Reset): Promise<void> {
  const { token_hash, expires_at } = reset
  await db
    .insertInto('accounts.password_reset')
    .values(reset)
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet({ token_hash, expires_at }))
    .execute()
}

/** Returns undefined if the token is unknown, used, replaced or expired. */
export async function findReset(db: Db, token_hash: Buffer, now: Date) {
  return db
    .selectFrom('accounts.password_reset')
    .select(['user_id', 'purpose', 'token_hash'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Returns false if the token was used or replaced in the meantime. */
export async function deleteReset(db: Db, { user_id, token_hash }: Pick<Reset, 'user_id' | 'token_hash'>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('accounts.password_reset')
    .where('user_id', '=', user_id)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Invalidates every link that sets a user's password. */
export async function deleteResetsOf(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('accounts.password_reset').where('user_id', '=', user_id).execute()
}

/** Deletes the registrations and the code of an address, so that they cannot confirm a password any more. */
export async function deletePendingOf(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  await db.deleteFrom('accounts.registration').where('email', '=', email).execute()
  await db.deleteFrom('accounts.verification_code').where('user_id', '=', id).execute()
}
