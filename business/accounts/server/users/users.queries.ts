import { type ExpressionBuilder, sql } from 'kysely'
import type { Grant, Role } from '#platform/contract/index.ts'
import { escapeLike } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

const LISTED = ['id', 'name', 'email', 'role', 'grants', 'is_active', 'email_verified', 'avatar_url', 'created_at'] as const

export type UserFilter = { q?: string | undefined; role?: Role | undefined; status?: 'active' | 'inactive' | undefined }

export const contains = (text: string): string => `%${escapeLike(text)}%`

export const nameOrEmailContains =
  (text: string) =>
  ({ eb, or }: ExpressionBuilder<Database, 'accounts.user'>) =>
    or([eb('name', 'ilike', contains(text)), eb('email', 'ilike', contains(text))])

function listed(db: Db, { q, role, status }: UserFilter) {
  let users = db.selectFrom('accounts.user').where('deleted_at', 'is', null)
  if (q) users = users.where(nameOrEmailContains(q))
  if (role) users = users.where('role', '=', role)
  if (status) users = users.where('is_active', '=', status === 'active')
  return users
}

/** Newest first. Looks up last activity for the page's rows only. */
export async function findListedUsers(db: Db, now: Date, { page, page_size, ...filter }: UserFilter & { page: number; page_size: number }) {
  return db
    .selectFrom(
      listed(db, filter)
        .select(LISTED)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(page_size)
        .offset((page - 1) * page_size)
        .as('user')
    )
    .selectAll()
    .select([lastSeen(now).as('last_seen_at'), hasSecondFactor.as('has_second_factor')])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function countListedUsers(db: Db, filter: UserFilter): Promise<number> {
  const { total } = await listed(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function findListedUser(db: Db, now: Date, id: string) {
  return db
    .selectFrom('accounts.user as user')
    .select(LISTED)
    .select([lastSeen(now).as('last_seen_at'), hasSecondFactor.as('has_second_factor')])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

const lastSeen = (now: Date) =>
  sql<Date | null>`(select max(last_seen_at) from accounts.session where user_id = "user".id and expires_at > ${now})`

const hasSecondFactor = sql<boolean>`(exists (select from accounts.passkey where user_id = "user".id)
  or exists (select from accounts.totp where user_id = "user".id and is_confirmed))`

/**
 * Locks a user and every active admin, always in the same order, so that parallel calls cannot deadlock. Without `demo`, the demo's admin
 * does not count, because no one can sign in with it.
 */
export async function lockWithAdmins(tx: Tx, id: string, { demo }: { demo: boolean }) {
  return tx
    .selectFrom('accounts.user')
    .select(LISTED)
    .where('deleted_at', 'is', null)
    .where(({ eb, or, and, lit }) =>
      or([eb('id', '=', id), and([eb('role', '=', 'admin'), eb('is_active', '=', true), or([lit(demo), eb('is_demo', '=', false)])])])
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** `admin_since` belongs to a new role. */
export async function updateRoleOrStatus(
  db: Db,
  id: string,
  changes: { role?: Role; grants?: Grant[] | null; is_active?: boolean; admin_since?: Date | null }
): Promise<void> {
  await db.updateTable('accounts.user').set(changes).where('id', '=', id).execute()
}

/** Removes personal data from the row, which stays for the books. The address can be registered again. */
export async function erasePerson(db: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  await db
    .updateTable('accounts.user')
    .set({ name: 'Deleted user', email: `deleted-${id}@deleted.invalid`, avatar_url: null, brand_color: null, palette: [] })
    .set({ is_active: false, deleted_at: now, remembered_origin: null })
    .where('id', '=', id)
    .execute()
}

/** Deletes every row that belongs to the account or its address. */
export async function eraseAccountRows(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  const OWNED = [
    ...(['password', 'session', 'verification_code', 'password_reset', 'device', 'saved_view', 'email_change', 'email_undo'] as const),
    ...(['totp', 'recovery_code', 'passkey'] as const)
  ]
  for (const table of OWNED) await db.deleteFrom(`accounts.${table}`).where('user_id', '=', id).execute()
  await db.deleteFrom('accounts.registration').where('email', '=', email).execute()
  await db.deleteFrom('accounts.mailing').where('email', '=', email).execute()
}

/** Removes the user's network addresses and devices from the audit log; its trigger allows nothing more. */
export async function eraseRequestOrigins(db: Db, id: string): Promise<void> {
  await sql`update accounts.audit_entry set details = details - array['ip', 'device']
    where (actor_id = ${id} or subject = ${id}) and details ?| array['ip', 'device']`.execute(db)
}
