import type { Role } from '#platform/contract/index.ts'
import type { Db } from '#platform/server/index.ts'
import { insertAuditEntry } from './audit.queries.ts'
import { hashPassword } from './passwords.ts'
import * as queries from './queries.ts'

export type User = NonNullable<Awaited<ReturnType<typeof queries.findUser>>>

/** Nothing when there is nobody of that id. */
export const findUser = (db: Db, id: string): Promise<User | undefined> => queries.findUser(db, id)

export async function findUsers(db: Db, ids: Iterable<string>): Promise<Map<string, User>> {
  const wanted = [...new Set(ids)]
  const users = wanted.length > 0 ? await queries.findUsers(db, wanted) : []
  return new Map(users.map((user) => [user.id, user]))
}

export type NewAccount = {
  id?: string
  name: string
  email: string
  role: Role
  password: string
  email_verified: boolean
  created_at?: Date
}

/** For the seed and tests: whoever has the address already is left as is. */
export async function createUser(db: Db, { password, created_at = new Date(), ...person }: NewAccount): Promise<User> {
  const email = person.email.toLowerCase()
  const user = await queries.insertUser(db, { ...person, email, created_at })
  if (!user) return (await queries.findUserByEmail(db, email))!
  await queries.upsertPassword(db, { user_id: user.id, hash: await hashPassword(password), changed_at: created_at })
  return user
}

/** What was done, by whom, to what: kept for good. Written in the transaction of the deed. */
export async function audit(
  db: Db,
  {
    actor_id,
    action,
    subject_kind,
    subject,
    details = {}
  }: { actor_id: string | null; action: string; subject_kind: string; subject: string; details?: Record<string, unknown> }
): Promise<void> {
  await insertAuditEntry(db, { actor_id, action, subject_kind, subject, details })
}
