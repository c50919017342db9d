import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { mailAlreadyRegistered, mailCode, type Whence } from './mailing.service.ts'
import { audit, type User } from './people.service.ts'
import * as queries from './queries.ts'
import { claimAsked } from './recovery.queries.ts'
import { findNewestRegistration } from './registrations.queries.ts'

/** The job behind a registration: a code, or, for an address that has an account, a mail that says so. Run twice, it mails once. */
export async function mailRegistration(ctx: Ctx, email: string, from: Whence): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const user = await lockAsked(ctx, email, from)
    if (user?.email_verified) await mailAlreadyRegistered(ctx, user)
    else if (user) await mailCodeTo(ctx, user)
  })
}

/** The job behind asking for another code, in the same way: only who is waiting for one is mailed. */
export async function mailAgain(ctx: Ctx, email: string, from: Whence): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const user = await lockAsked(ctx, email, from)
    if (user && !user.email_verified) await mailCodeTo(ctx, user)
  })
}

/** Whose address it is, from its first registration on; nobody when that mail was written already. */
async function lockAsked(ctx: Ctx<Tx>, email: string, from: Whence): Promise<User | undefined> {
  if (!(await claimAsked(ctx.db, { kind: 'verification', email }))) return undefined
  return (await queries.lockUserByEmail(ctx.db, email)) ?? openAccount(ctx, email, from)
}

async function openAccount({ db, now }: Ctx<Tx>, email: string, from: Whence): Promise<User | undefined> {
  const registration = await findNewestRegistration(db, email)
  if (!registration) return undefined
  const { name } = registration
  const user = await queries.insertUser(db, { name, email, role: 'client', email_verified: false, created_at: now })
  // Nobody has proved to be the one who did it.
  if (user) await audit(db, { actor_id: null, action: 'user.registered', subject_kind: 'user', subject: user.id, details: from })
  return user
}

/** Without a password that waits there is nothing to verify any more: its registrations were forgotten. */
async function mailCodeTo(ctx: Ctx<Tx>, user: User): Promise<void> {
  const registration = await findNewestRegistration(ctx.db, user.email)
  if (registration) await mailCode(ctx, { ...user, name: registration.name })
  else if (await queries.hasPassword(ctx.db, user.id)) await mailCode(ctx, user)
}
