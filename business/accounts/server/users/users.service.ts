import type { Grant, Role } from '#platform/contract/index.ts'
import type { Ctx, Db } from '#platform/server/index.ts'
import * as queries from '../queries.ts'
import { isDemoOpen } from '../sign-in/demo.ts'
import { hashPassword, OWN_LANE } from '../sign-in/passwords.ts'

export type User = NonNullable<Awaited<ReturnType<typeof queries.findUser>>>

/** Returns undefined for an unknown id. */
export const findUser = (db: Db, id: string): Promise<User | undefined> => queries.findUser(db, id)

/** For emails: returns undefined for a deleted person, too, who has no address any more. */
export const findReachableUser = (db: Db, id: string): Promise<User | undefined> => queries.findReachableUser(db, id)

export async function findUsers(db: Db, ids: Iterable<string>): Promise<Map<string, User>> {
  const wanted = [...new Set(ids)]
  const users = wanted.length > 0 ? await queries.findUsers(db, wanted) : []
  return new Map(users.map((user) => [user.id, user]))
}

/** Whether another admin gave a person the role after a moment. */
export const becameAdminAfter = (db: Db, id: string, moment: Date): Promise<boolean> => queries.becameAdminAfter(db, id, moment)

/** How many active admins hold a grant, other than these people. */
export const countHolders = (ctx: Ctx, grant: Grant, except: readonly string[] = []): Promise<number> =>
  queries.countHolders(ctx.db, grant, { demo: isDemoOpen(ctx), except })

export type NewAccount = {
  id?: string
  name: string
  email: string
  role: Role
  password: string
  email_verified: boolean
  /** The password is public. */
  is_demo?: boolean
  created_at?: Date
}

/** Creates a user for the seed and tests. Returns the existing user if the address is taken. */
export async function createUser(db: Db, { password, created_at = new Date(), ...person }: NewAccount): Promise<User> {
  const email = person.email.toLowerCase()
  const user = await queries.insertUser(db, { ...person, email, created_at })
  if (!user) return queries.requireUserByEmail(db, email)
  await queries.upsertPassword(db, { user_id: user.id, hash: await hashPassword(password, OWN_LANE), changed_at: created_at })
  return user
}
