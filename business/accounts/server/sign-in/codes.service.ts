import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { mailAlreadyRegistered, mailCode, type RequestOrigin } from '../account-mails.service.ts'
import { audit } from '../audit/audit.service.ts'
import * as queries from '../queries.ts'
import type { User } from '../users/users.service.ts'
import { claimRequested } from './recovery.queries.ts'
import { findNewestRegistration } from './registrations.queries.ts'

/** Job: emails a code to a new address, or a notice to an address that already has an account. Idempotent. */
export async function mailRegistration(ctx: Ctx, email: string, from: RequestOrigin): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const user = await lockRequested(ctx, email, from)
    if (user?.email_verified) await mailAlreadyRegistered(ctx, user)
    else if (user) await mailCodeTo(ctx, user)
  })
}

/** Job: emails a new code to an unverified account. Idempotent. */
export async function mailNewCode(ctx: Ctx, email: string, from: RequestOrigin): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const user = await lockRequested(ctx, email, from)
    if (user && !user.email_verified) await mailCodeTo(ctx, user)
  })
}

/** Returns the account of an address, created on first use, or undefined if the email was already sent. */
async function lockRequested(ctx: Ctx<Tx>, email: string, from: RequestOrigin): Promise<User | undefined> {
  if (!(await claimRequested(ctx.db, { kind: 'verification', email }))) return undefined
  return (await queries.lockUserByEmail(ctx.db, email)) ?? createAccount(ctx, email, from)
}

async function createAccount({ db, now }: Ctx<Tx>, email: string, from: RequestOrigin): Promise<User | undefined> {
  const registration = await findNewestRegistration(db, email)
  if (!registration) return undefined
  const { name } = registration
  const user = await queries.insertUser(db, { name, email, role: 'client', email_verified: false, created_at: now })
  // No actor: the address is not verified yet.
  if (user) await audit(db, { actor_id: null, action: 'user.registered', subject_kind: 'user', subject: user.id, details: from })
  return user
}

/** Sends nothing if the registrations have expired and no password is set: there is nothing to verify. */
async function mailCodeTo(ctx: Ctx<Tx>, user: User): Promise<void> {
  const registration = await findNewestRegistration(ctx.db, user.email)
  if (registration) await mailCode(ctx, { ...user, name: registration.name })
  else if (await queries.hasPassword(ctx.db, user.id)) await mailCode(ctx, user)
}
