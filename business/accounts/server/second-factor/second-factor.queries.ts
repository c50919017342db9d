import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

export type SealedTotp = { id: string; user_id: string; sealed: Buffer; key_id: string; wrapped_key: Buffer }

/** Stores a secret that waits for its first code. It replaces an earlier one that waits. */
export async function upsertPendingTotp(db: Db, totp: SealedTotp & { created_at: Date }): Promise<void> {
  const { user_id: _user_id, ...changes } = totp
  await db
    .insertInto('accounts.totp')
    .values({ ...totp, is_confirmed: false })
    .onConflict((conflict) => conflict.columns(['user_id', 'is_confirmed']).doUpdateSet(changes))
    .execute()
}

export async function findTotp(db: Db, user_id: string, is_confirmed: boolean): Promise<(SealedTotp & { created_at: Date }) | undefined> {
  return db
    .selectFrom('accounts.totp')
    .select(['id', 'user_id', 'sealed', 'key_id', 'wrapped_key', 'created_at'])
    .where('user_id', '=', user_id)
    .where('is_confirmed', '=', is_confirmed)
    .executeTakeFirst()
}

/** Makes the waiting secret the one that counts, from now on. The caller has locked the user. */
export async function confirmTotp(tx: Tx, { id, user_id }: Pick<SealedTotp, 'id' | 'user_id'>, created_at: Date): Promise<void> {
  await tx.deleteFrom('accounts.totp').where('user_id', '=', user_id).where('is_confirmed', '=', true).execute()
  await tx.updateTable('accounts.totp').set({ is_confirmed: true, created_at }).where('id', '=', id).execute()
}

/** Returns false if no app was set up. A secret that waits for its first code goes too. */
export async function deleteTotp(db: Db, user_id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('accounts.totp').where('user_id', '=', user_id).returning('is_confirmed').execute()
  return deleted.some(({ is_confirmed }) => is_confirmed)
}

/** Locks secrets whose keys are wrapped with one of these keys. */
export async function lockTotpsWrappedWith(tx: Tx, key_ids: readonly string[], limit: number) {
  if (key_ids.length === 0) return []
  return tx
    .selectFrom('accounts.totp')
    .select(['id', 'user_id', 'key_id', 'wrapped_key'])
    .where('key_id', 'in', key_ids)
    .limit(limit)
    .forUpdate()
    .execute()
}

export async function updateWrappedTotp(db: Db, id: string, wrapped: { key_id: string; wrapped_key: Buffer }): Promise<void> {
  await db.updateTable('accounts.totp').set(wrapped).where('id', '=', id).execute()
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(tx: Tx, user_id: string, code_hashes: readonly Buffer[], created_at: Date): Promise<void> {
  await deleteRecoveryCodes(tx, user_id)
  await tx
    .insertInto('accounts.recovery_code')
    .values(code_hashes.map((code_hash) => ({ user_id, code_hash, created_at })))
    .execute()
}

export async function deleteRecoveryCodes(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('accounts.recovery_code').where('user_id', '=', user_id).execute()
}

/** Uses a recovery code up. Returns false if there is none like it. */
export async function takeRecoveryCode(db: Db, user_id: string, code_hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('accounts.recovery_code')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const PASSKEY = ['id', 'name', 'created_at', 'last_used_at'] as const

/** The oldest first. */
export async function findPasskeys(db: Db, user_id: string) {
  return db
    .selectFrom('accounts.passkey')
    .select([...PASSKEY, 'credential_id', 'transports'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type NewPasskey = {
  user_id: string
  name: string
  credential_id: Buffer
  public_key: Buffer
  use_counter: number
  transports: string[]
  created_at: Date
}

/** Returns undefined if the authenticator's key is stored already. */
export async function insertPasskey(db: Db, passkey: NewPasskey) {
  return db
    .insertInto('accounts.passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(PASSKEY)
    .executeTakeFirst()
}

/** Locks a passkey, so that parallel uses are compared with the counter one after another. */
export async function lockPasskey(tx: Tx, credential_id: Buffer) {
  return tx
    .selectFrom('accounts.passkey')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'use_counter', 'transports'])
    .where('credential_id', '=', credential_id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findPasskeyOwner(db: Db, credential_id: Buffer): Promise<string | undefined> {
  const found = await db.selectFrom('accounts.passkey').select('user_id').where('credential_id', '=', credential_id).executeTakeFirst()
  return found?.user_id
}

export async function updatePasskeyUse(db: Db, id: string, use: { use_counter: number; last_used_at: Date }): Promise<void> {
  await db.updateTable('accounts.passkey').set(use).where('id', '=', id).execute()
}

/** Returns undefined if the passkey belongs to someone else or does not exist. */
export async function updatePasskeyName(db: Db, { id, user_id, name }: { id: string; user_id: string; name: string }) {
  return db
    .updateTable('accounts.passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(PASSKEY)
    .executeTakeFirst()
}

/** Returns its name, or undefined if the passkey belongs to someone else or does not exist. */
export async function deletePasskey(db: Db, { id, user_id }: { id: string; user_id: string }): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('accounts.passkey')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}

/** Returns how many there were. */
export async function deletePasskeysOf(db: Db, user_id: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('accounts.passkey').where('user_id', '=', user_id).executeTakeFirst()
  return Number(numDeletedRows)
}

export type Factors = { totp: boolean; passkeys: number; recovery_codes: number }

/** Which second factors a user has. */
export async function findFactors(db: Db, user_id: string): Promise<Factors> {
  const { rows } = await sql<Factors>`select
    exists (select from accounts.totp where user_id = ${user_id} and is_confirmed) as totp,
    (select count(*) from accounts.passkey where user_id = ${user_id}) as passkeys,
    (select count(*) from accounts.recovery_code where user_id = ${user_id}) as recovery_codes`.execute(db)
  return rows[0]!
}

/** Whether this browser may sign in without the second factor. */
export async function isTrustedDevice(db: Db, { user_id, device_hash }: Device, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('accounts.device')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('device_hash', '=', device_hash)
    .where('trusted_until', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

type Device = { user_id: string; device_hash: Buffer }

export async function trustDevice(db: Db, { user_id, device_hash }: Device, trusted_until: Date): Promise<void> {
  await db
    .updateTable('accounts.device')
    .set({ trusted_until })
    .where('user_id', '=', user_id)
    .where('device_hash', '=', device_hash)
    .execute()
}

/** Every browser has to show the second factor again. */
export async function distrustDevices(db: Db, user_id: string): Promise<void> {
  await db
    .updateTable('accounts.device')
    .set({ trusted_until: null })
    .where('user_id', '=', user_id)
    .where('trusted_until', 'is not', null)
    .execute()
}

const signInAccount = (db: Db, id: string, { demo }: { demo: boolean }) =>
  db
    .selectFrom('accounts.user as user')
    .select(['user.id', 'user.name', 'user.email', 'user.role', 'user.grants', 'user.created_at'])
    .select(({ selectFrom }) => selectFrom('accounts.password').select('hash').whereRef('user_id', '=', 'user.id').as('hash'))
    .where('user.id', '=', id)
    .where('user.is_active', '=', true)
    .where('user.email_verified', '=', true)
    .where((eb) => eb.or([eb.lit(demo), eb('user.is_demo', '=', false)]))

/** Returns an account that may sign in. Without `demo`, demo accounts are not found. */
export const findSignIn = (db: Db, id: string, rules: { demo: boolean }) => signInAccount(db, id, rules).executeTakeFirst()

/** Locks an account that may sign in. */
export const lockSignIn = (tx: Tx, id: string, rules: { demo: boolean }) =>
  signInAccount(tx, id, rules).forUpdate('user').executeTakeFirst()

/** Returns since when an admin is one, or undefined for everyone else. Demo accounts need no second factor. */
export async function findAdmin(db: Db, id: string) {
  return db
    .selectFrom('accounts.user')
    .select(['admin_since', 'created_at'])
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('is_demo', '=', false)
    .executeTakeFirst()
}

export async function lockUser(tx: Tx, id: string) {
  return tx
    .selectFrom('accounts.user')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
