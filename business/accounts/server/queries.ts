import { sql } from 'kysely'
import type { Grant, Role } from '#platform/contract/index.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

const PERSON = ['id', 'name', 'email', 'role', 'grants', 'email_verified', 'is_active', 'avatar_url', 'brand_color', 'created_at'] as const

export async function findUser(db: Db, id: string) {
  return db.selectFrom('accounts.user').select(PERSON).where('id', '=', id).executeTakeFirst()
}

export async function findReachableUser(db: Db, id: string) {
  return db.selectFrom('accounts.user').select(PERSON).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
}

/** Whether an account that existed before became an admin after a moment. Only an operator makes accounts that begin as an admin. */
export async function becameAdminAfter(db: Db, id: string, moment: Date): Promise<boolean> {
  const found = await db
    .selectFrom('accounts.user')
    .select('id')
    .where('id', '=', id)
    .where('admin_since', '>', moment)
    .whereRef('admin_since', '>', 'created_at')
    .executeTakeFirst()
  return found !== undefined
}

type Counted = { demo: boolean; except: readonly string[] }

/** Counts the active admins who hold a grant. Without `demo`, the demo's admin does not count, because no one can sign in with it. */
export async function countHolders(db: Db, grant: Grant, { demo, except }: Counted): Promise<number> {
  const { total } = await db
    .selectFrom('accounts.user')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where(({ eb, or, lit }) => or([lit(demo), eb('is_demo', '=', false)]))
    .where(sql<boolean>`(grants is null or ${grant} = any(grants))`)
    .where(sql<boolean>`id <> all(${except}::uuid[])`)
    .executeTakeFirstOrThrow()
  return total
}

export async function findUsers(db: Db, ids: readonly string[]) {
  return db.selectFrom('accounts.user').select(PERSON).where('id', 'in', ids).execute()
}

export async function requireUserByEmail(db: Db, email: string) {
  return db.selectFrom('accounts.user').select(PERSON).where('email', '=', email).executeTakeFirstOrThrow()
}

export async function lockUserByEmail(tx: Tx, email: string) {
  return tx.selectFrom('accounts.user').select(PERSON).where('email', '=', email).forNoKeyUpdate().executeTakeFirst()
}

/** Returns a user with the password hash, if any. Only for checking a password. Without `demo`, demo accounts are not found. */
export async function findCredentials(db: Db, email: string, { demo }: { demo: boolean }) {
  return db
    .selectFrom('accounts.user as user')
    .leftJoin('accounts.password as password', 'password.user_id', 'user.id')
    .select([
      'user.id',
      'user.name',
      'user.email',
      'user.role',
      'user.email_verified',
      'user.is_active',
      'user.created_at',
      'password.hash'
    ])
    .where('user.email', '=', email)
    .where((eb) => eb.or([eb.lit(demo), eb('user.is_demo', '=', false)]))
    .executeTakeFirst()
}

export async function hasPassword(db: Db, user_id: string): Promise<boolean> {
  return (await db.selectFrom('accounts.password').select('user_id').where('user_id', '=', user_id).executeTakeFirst()) !== undefined
}

export async function deletePassword(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('accounts.password').where('user_id', '=', user_id).execute()
}

/** Locks the password against changes. Returns false if the hash is no longer this one. */
export async function holdPassword(tx: Tx, user_id: string, hash: string): Promise<boolean> {
  const held = await tx
    .selectFrom('accounts.password')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('hash', '=', hash)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

export async function suspectPassword(tx: Tx, user_id: string, suspect_since: Date): Promise<void> {
  await tx.updateTable('accounts.password').set({ suspect_since }).where('user_id', '=', user_id).execute()
}

/** Ends the suspicion, because its owner sets a new one. Returns from when on the old one was suspect, or null. */
export async function trustPassword(tx: Tx, user_id: string): Promise<Date | null> {
  const row = await tx.selectFrom('accounts.password').select('suspect_since').where('user_id', '=', user_id).forUpdate().executeTakeFirst()
  await tx.updateTable('accounts.password').set({ suspect_since: null }).where('user_id', '=', user_id).execute()
  return row?.suspect_since ?? null
}

export type NewUser = { id?: string; name: string; email: string; role: Role; email_verified: boolean; is_demo?: boolean; created_at: Date }

/** Returns undefined when the address is taken. */
export async function insertUser(db: Db, user: NewUser) {
  return db
    .insertInto('accounts.user')
    .values({ ...user, admin_since: user.role === 'admin' ? user.created_at : null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(PERSON)
    .executeTakeFirst()
}

export async function updateUser(db: Db, id: string, changes: { name?: string; email_verified?: boolean; is_demo?: boolean }) {
  return db.updateTable('accounts.user').set(changes).where('id', '=', id).returning(PERSON).executeTakeFirstOrThrow()
}

export async function upsertPassword(db: Db, password: { user_id: string; hash: string; changed_at: Date }): Promise<void> {
  const { hash, changed_at } = password
  await db
    .insertInto('accounts.password')
    .values(password)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, changed_at }))
    .execute()
}

export type NewSession = {
  token_hash: Buffer
  user_id: string
  created_at: Date
  expires_at: Date
  ip: string
  user_agent: string
  proven_at: Date | null
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('accounts.session')
    .values({ ...session, last_seen_at: session.created_at })
    .execute()
}

/** Deletes all but the new session and the `max` - 1 others that were used last. */
export async function trimSessions(
  tx: Tx,
  { user_id, token_hash, now }: Pick<NewSession, 'user_id' | 'token_hash'> & { now: Date },
  max: number
): Promise<void> {
  const others = tx.selectFrom('accounts.session').select('id').where('user_id', '=', user_id).where('token_hash', '!=', token_hash)
  const surplus = others
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(max - 1)
  await tx.deleteFrom('accounts.session').where('id', 'in', surplus).execute()
}

/** `admin_before`: admins of before must have a second factor. Undefined: nobody must. */
type ActorRules = { now: Date; demo: boolean; admin_before: Date | undefined }

/** Whether an admin has had the time to set up a second factor, and has none. Demo accounts need none. */
const lacksSecondFactor = (before: Date | undefined) =>
  before === undefined
    ? sql<boolean>`false`
    : sql<boolean>`case when "user".role = 'admin' and not "user".is_demo and coalesce("user".admin_since, "user".created_at) <= ${before}
        then not exists (select from accounts.totp where user_id = "user".id and is_confirmed)
          and not exists (select from accounts.passkey where user_id = "user".id)
        else false end`

/** Returns the active user of an unexpired session. Without `demo`, the sessions of demo accounts are not found. */
export async function findActor(db: Db, token_hash: Buffer, { now, demo, admin_before }: ActorRules) {
  return db
    .selectFrom('accounts.session as session')
    .innerJoin('accounts.user as user', 'user.id', 'session.user_id')
    .select(['user.id', 'user.role', 'user.grants', 'user.name', 'user.email', 'user.avatar_url', 'user.brand_color'])
    .select('user.remembered_origin')
    .select(['session.id as session_id', 'session.created_at as session_opened_at', 'session.last_seen_at', 'session.proven_at'])
    .select(lacksSecondFactor(admin_before).as('lacks_second_factor'))
    .where('session.token_hash', '=', token_hash)
    .where('session.expires_at', '>', now)
    .where('user.is_active', '=', true)
    .where((eb) => eb.or([eb.lit(demo), eb('user.is_demo', '=', false)]))
    .executeTakeFirst()
}

/** Notes that the person has proven in this session who they are. Returns false if it has ended. */
export async function proveSession(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('accounts.session').set({ proven_at: now }).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Does nothing if another call has updated the row since `before`. */
export async function touchSession(db: Db, id: string, { now, before }: { now: Date; before: Date }): Promise<void> {
  await db.updateTable('accounts.session').set({ last_seen_at: now }).where('id', '=', id).where('last_seen_at', '<=', before).execute()
}

export async function findSession(db: Db, id: string) {
  return db.selectFrom('accounts.session').select(['created_at', 'expires_at']).where('id', '=', id).executeTakeFirst()
}

/** Returns false if the session had already ended. */
export async function deleteSession(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('accounts.session').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function upsertCode(db: Db, code: { user_id: string; code_hash: string; expires_at: Date }): Promise<void> {
  const { code_hash, expires_at } = code
  await db
    .insertInto('accounts.verification_code')
    .values(code)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ code_hash, expires_at }))
    .execute()
}

/** Returns the unexpired code of an address. */
export async function findCode(db: Db, { email, now }: { email: string; now: Date }) {
  return db
    .selectFrom('accounts.verification_code as code')
    .innerJoin('accounts.user as user', 'user.id', 'code.user_id')
    .select(['code.user_id', 'code.code_hash', 'code.expires_at'])
    .where('user.email', '=', email)
    .where('code.expires_at', '>', now)
    .executeTakeFirst()
}

/** Returns false if the code was used or replaced in the meantime. */
export async function deleteCode(db: Db, { user_id, code_hash }: { user_id: string; code_hash: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('accounts.verification_code')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type Mailing = { kind: string; email: string; sent_at: Date }

/** Returns undefined if the last email of this kind to the address is newer than `before`. */
export async function claimMailing(db: Db, mailing: Mailing, before: Date) {
  return db
    .insertInto('accounts.mailing')
    .values(mailing)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'email']).doUpdateSet({ sent_at: mailing.sent_at }).where('accounts.mailing.sent_at', '<=', before)
    )
    .returning('sent_at')
    .executeTakeFirst()
}

export async function findMailing(db: Db, { kind, email }: Pick<Mailing, 'kind' | 'email'>) {
  return db.selectFrom('accounts.mailing').select('sent_at').where('kind', '=', kind).where('email', '=', email).executeTakeFirst()
}

/** Ends every session of a user except one. Returns how many. */
export async function deleteSessionsOf(db: Db, user_id: string, except?: string): Promise<number> {
  const all = db.deleteFrom('accounts.session').where('user_id', '=', user_id)
  const { numDeletedRows } = await (except === undefined ? all : all.where('id', '!=', except)).executeTakeFirst()
  return Number(numDeletedRows)
}
