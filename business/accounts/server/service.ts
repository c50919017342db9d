import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn } from '#platform/server/index.ts'
import {
  type authMe,
  type carrySession,
  type LoginAnswer,
  type login,
  refusals,
  type register,
  type resendVerification,
  type SignedInAnswer,
  type verifyEmail
} from '../contract.ts'
import { mailWelcome, originOf, requestMail } from './account-mails.service.ts'
import { audit } from './audit/audit.service.ts'
import * as queries from './queries.ts'
import { secondFactorFor } from './second-factor/sign-in.service.ts'
import { completeSignIn, presentPerson } from './sign-in/complete-sign-in.service.ts'
import { isDemoOpen } from './sign-in/demo.ts'
import { knownDevice, rememberDevice } from './sign-in/devices.service.ts'
import { forgiveAttempt, isCodeOpen, spendAttempt, spendRegistration, spendSuccess } from './sign-in/limits.ts'
import { findRightHash, isRightPassword, laneOf } from './sign-in/passwords.ts'
import { findPendingHash, storeRegistration, verifyAccount } from './sign-in/registrations.service.ts'
import { exchangeToken, openSession } from './sign-in/sessions.service.ts'

/**
 * Refuses a wrong password and an unknown address with the same answer, after the same two comparisons. Only a sign-in takes its attempt back:
 * the right password of an account that is not verified or not active costs as much as a wrong one.
 */
export async function logIn(ctx: Ctx, { email, password, remember_me }: Received<typeof login>['body']): Promise<LoginAnswer> {
  const attempt = { what: 'sign-in', email, device: await knownDevice(ctx, email) } as const
  await spendAttempt(ctx, attempt)
  const user = await queries.findCredentials(ctx.db, email, { demo: isDemoOpen(ctx) })
  const hash = user?.hash ?? undefined
  const pending = await findPendingHash(ctx, email)
  const right = await findRightHash([hash, pending], password, laneOf(ctx, email)).catch(async (error: unknown) => {
    // Nothing was compared.
    await forgiveAttempt(ctx, attempt)
    throw error
  })
  if (right === -1) throw wrongCredentials(ctx, user?.id)
  if (right === 1 || !user || !hash) throw refuse(refusals, 'email_not_verified')
  if (!user.is_active) throw refuse(refusals, 'account_inactive')
  if (!user.email_verified) throw refuse(refusals, 'email_not_verified')
  await spendSuccess(ctx, email)
  await forgiveAttempt(ctx, attempt)
  return inTransaction(ctx, async (ctx) => {
    // The account may have been deactivated or its password changed while this one was compared. Both end every session.
    const locked = await queries.lockUserByEmail(ctx.db, email)
    if (!locked?.is_active) throw refuse(refusals, 'account_inactive')
    if (!(await queries.holdPassword(ctx.db, user.id, hash))) throw refuse(refusals, 'wrong_credentials')
    const needed = await secondFactorFor(ctx, { ...user, hash, remember_me })
    if (needed) return needed
    const { answer } = await completeSignIn(ctx, user, remember_me)
    return answer
  })
}

/** Logs the failure after the answer, so that the answer takes as long for an unknown address. */
function wrongCredentials(ctx: Ctx, id: string | undefined): Error {
  const entry = { actor_id: null, action: 'user.sign_in_failed', subject_kind: 'user', details: originOf(ctx) }
  if (id) ctx.afterCommit(() => audit(ctx.pool, { ...entry, subject: id }))
  return refuse(refusals, 'wrong_credentials')
}

const record = (ctx: Ctx, action: string, id: string): Promise<void> =>
  audit(ctx.db, { actor_id: id, action, subject_kind: 'user', subject: id, details: originOf(ctx) })

const REGISTERED = 'Check your inbox: we sent you an email.'

/** Answers the same whether the address is new, unverified or taken. The job that sends the email distinguishes these cases. */
export async function signUp(ctx: Ctx, { name, email, password }: Received<typeof register>['body']): Promise<Answer<typeof register>> {
  await spendRegistration(ctx)
  await storeRegistration(ctx, { name, email, password })
  return { message: REGISTERED }
}

/** Gives the same refusal for a wrong, expired, used, replaced, or exhausted code, and for an address without one. */
export async function verify(ctx: Ctx, { email, code }: Received<typeof verifyEmail>['body']): Promise<SignedInAnswer> {
  const attempt = { what: 'code', email } as const
  await spendAttempt(ctx, attempt)
  const sent = await queries.findCode(ctx.pool, { email, now: ctx.now })
  const found = (await isCodeOpen(ctx, email, sent)) ? sent : undefined
  if (!(await isRightPassword(found?.code_hash, code, laneOf(ctx, email))) || !found) throw refuse(refusals, 'wrong_code')
  const answer = await inTransaction(ctx, async (ctx) => {
    const newcomer = await queries.lockUserByEmail(ctx.db, email)
    if (!newcomer || newcomer.email_verified || !(await queries.deleteCode(ctx.db, found))) throw refuse(refusals, 'wrong_code')
    if (!newcomer.is_active) throw refuse(refusals, 'account_inactive')
    const token = await openSession(ctx, newcomer.id, { remembered: true, is_proof: false })
    const user = await verifyAccount(ctx, newcomer)
    await mailWelcome(ctx, user)
    await rememberDevice(ctx, user.id)
    await record(ctx, 'user.verified', user.id)
    return { token, user: presentPerson(user) }
  })
  await forgiveAttempt(ctx, attempt)
  return answer
}

const RESENT = 'If this address is waiting to be verified, a new code is on its way. Check your inbox and spam folder.'

export async function resend(ctx: Ctx, { email }: Received<typeof resendVerification>['body']): Promise<Answer<typeof resendVerification>> {
  await spendAttempt(ctx, { what: 'resend', email })
  await requestMail(ctx, 'verification', email)
  return { message: RESENT }
}

export async function carry(ctx: Ctx): Promise<Answer<typeof carrySession>> {
  const user = await exchangeToken(ctx)
  return { user: user && presentPerson(user) }
}

export function whoIs(ctx: Ctx): Answer<typeof authMe> {
  const { grants, ...actor } = signedIn(ctx)
  const { role } = actor
  return { user: { ...presentPerson(actor), ...(role === 'admin' && { grants: [...grants] }) }, role }
}
