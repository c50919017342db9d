import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn } from '#platform/server/index.ts'
import {
  type authMe,
  type login,
  no,
  type Person,
  type register,
  type resendVerification,
  type SignedInAnswer,
  type verifyEmail
} from '../contract.ts'
import { CODE_TRIES } from '../rules.ts'
import { forgiveAttempt, spendAttempt, spendRegistration } from './limits.ts'
import { claimMailing, mailAlreadyRegistered, mailCode, mailWelcome, requireMailing } from './mailing.service.ts'
import { hashPassword, isRightPassword } from './passwords.ts'
import * as queries from './queries.ts'
import { openSession } from './sessions.service.ts'
import { hashCode, isSameHash } from './tokens.ts'

const present = ({ id, name, email, role }: Person): Person => ({ id, name, email, role })

/** The same refusal, after the same work, for a wrong password and for an address that nobody has. */
export async function logIn(ctx: Ctx, { email, password, remember_me }: Received<typeof login>['body']): Promise<SignedInAnswer> {
  const attempt = { what: 'sign-in', email } as const
  await spendAttempt(ctx, attempt)
  const user = await queries.findCredentials(ctx.db, email)
  if (!(await isRightPassword(user?.hash, password)) || !user) throw refuse(no, 'wrong_credentials')
  await forgiveAttempt(ctx, attempt)
  if (!user.is_active) throw refuse(no, 'account_inactive')
  if (!user.email_verified) throw refuse(no, 'email_not_verified')
  return { token: await openSession(ctx, user.id, remember_me), user: present(user) }
}

const REGISTERED = 'Check your inbox: we sent an email to the address you gave.'

/**
 * Says the same whether the address is new, waiting for its code, or someone's: only the mail differs. Within the cooldown nothing is
 * mailed and nothing changed, so that nobody swaps the password under a code that is on its way.
 */
export async function signUp(ctx: Ctx, { name, email, password }: Received<typeof register>['body']): Promise<Answer<typeof register>> {
  await spendRegistration(ctx)
  const hash = await hashPassword(password)
  await inTransaction(ctx, async (ctx) => {
    if (!(await claimMailing(ctx, 'verification', email))) return
    const known = await queries.lockUserByEmail(ctx.db, email)
    if (known?.email_verified) return mailAlreadyRegistered(ctx, known)
    const user = known
      ? await queries.updateUser(ctx.db, known.id, { name })
      : await queries.insertUser(ctx.db, { name, email, role: 'client', email_verified: false, created_at: ctx.now })
    if (!user) return
    await queries.upsertPassword(ctx.db, { user_id: user.id, hash, changed_at: ctx.now })
    await mailCode(ctx, user)
  })
  return { message: REGISTERED }
}

/** Wrong, expired, used, replaced, tried too often, and an address without a code: one refusal for all. */
export async function verify(ctx: Ctx, { email, code }: Received<typeof verifyEmail>['body']): Promise<SignedInAnswer> {
  const attempt = { what: 'code', email } as const
  await spendAttempt(ctx, attempt)
  // Counted outside the transaction, so that a refusal cannot roll the try back.
  const found = await queries.tryCode(ctx.pool, { email, now: ctx.now, most: CODE_TRIES })
  if (!found || !isSameHash(found.code_hash, hashCode(ctx.ports.settings.session_secret, found.user_id, code)))
    throw refuse(no, 'wrong_code')
  const answer = await inTransaction(ctx, async (ctx) => {
    if (!(await queries.deleteCode(ctx.db, found))) throw refuse(no, 'wrong_code')
    const user = await queries.updateUser(ctx.db, found.user_id, { email_verified: true })
    if (!user.is_active) throw refuse(no, 'account_inactive')
    await mailWelcome(ctx, user)
    return { token: await openSession(ctx, user.id, true), user: present(user) }
  })
  await forgiveAttempt(ctx, attempt)
  return answer
}

const RESENT = 'If this address is waiting to be verified, a new code is on its way. Check your inbox and spam folder.'

export async function resend(ctx: Ctx, { email }: Received<typeof resendVerification>['body']): Promise<Answer<typeof resendVerification>> {
  await spendAttempt(ctx, { what: 'resend', email })
  await inTransaction(ctx, async (ctx) => {
    await requireMailing(ctx, 'verification', email)
    const user = await queries.lockUserByEmail(ctx.db, email)
    if (user && !user.email_verified) await mailCode(ctx, user)
  })
  return { message: RESENT }
}

export function whoIs(ctx: Ctx): Answer<typeof authMe> {
  const user = present(signedIn(ctx))
  return { user, role: user.role }
}
