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
import { knownDevice, noticeDevice, rememberDevice } from './devices.service.ts'
import { forgiveAttempt, spendAttempt, spendRegistration } from './limits.ts'
import { askForMail, mailWelcome, whenceOf } from './mailing.service.ts'
import { isRightPassword } from './passwords.ts'
import { audit } from './people.service.ts'
import * as queries from './queries.ts'
import { isWaitingPassword, keepRegistration, verifyAccount } from './registrations.service.ts'
import { openSession } from './sessions.service.ts'

const present = ({ id, name, email, role }: Person): Person => ({ id, name, email, role })

/** The same refusal, after the same two comparisons, for a wrong password and for an address that nobody has. */
export async function logIn(ctx: Ctx, { email, password, remember_me }: Received<typeof login>['body']): Promise<SignedInAnswer> {
  const attempt = { what: 'sign-in', email, device: await knownDevice(ctx, email) } as const
  await spendAttempt(ctx, attempt)
  const user = await queries.findCredentials(ctx.db, email)
  const hash = user?.hash ?? undefined
  if (!(await isRightPassword(hash, password)) || !user || !hash) {
    if (!(await isWaitingPassword(ctx, email, password))) throw wrong(ctx, user?.id)
    await forgiveAttempt(ctx, attempt)
    throw refuse(no, 'email_not_verified')
  }
  await forgiveAttempt(ctx, attempt)
  if (!user.is_active) throw refuse(no, 'account_inactive')
  if (!user.email_verified) throw refuse(no, 'email_not_verified')
  return inTransaction(ctx, async (ctx) => {
    // Deactivation and a password set anew, while this one was compared, have ended every session: none is opened afterwards.
    const held = await queries.lockUserByEmail(ctx.db, email)
    if (!held?.is_active) throw refuse(no, 'account_inactive')
    if (!(await queries.holdPassword(ctx.db, user.id, hash))) throw refuse(no, 'wrong_credentials')
    const token = await openSession(ctx, user.id, remember_me)
    await noticeDevice(ctx, user)
    await note(ctx, 'user.signed_in', user.id)
    return { token, user: present(user) }
  })
}

/** The failure is noted once the answer is out, so that it comes no later for an address that has an account. */
function wrong(ctx: Ctx, id: string | undefined): Error {
  const entry = { actor_id: null, action: 'user.sign_in_failed', subject_kind: 'user', details: whenceOf(ctx) }
  if (id) ctx.afterCommit(() => audit(ctx.pool, { ...entry, subject: id }))
  return refuse(no, 'wrong_credentials')
}

const note = (ctx: Ctx, action: string, id: string): Promise<void> =>
  audit(ctx.db, { actor_id: id, action, subject_kind: 'user', subject: id, details: whenceOf(ctx) })

const REGISTERED = 'Check your inbox: we sent an email to the address you gave.'

/** Says and does the same whether the address is new, waiting for its code, or someone's: the difference is made by the job that mails. */
export async function signUp(ctx: Ctx, { name, email, password }: Received<typeof register>['body']): Promise<Answer<typeof register>> {
  await spendRegistration(ctx)
  await keepRegistration(ctx, { name, email, password })
  return { message: REGISTERED }
}

/** Wrong, expired, used, replaced, tried too often, and an address without a code: one refusal for all. */
export async function verify(ctx: Ctx, { email, code }: Received<typeof verifyEmail>['body']): Promise<SignedInAnswer> {
  const attempt = { what: 'code', email } as const
  await spendAttempt(ctx, attempt)
  // Counted outside the transaction, so that a refusal cannot roll the try back.
  const found = await queries.tryCode(ctx.pool, { email, now: ctx.now, most: CODE_TRIES })
  if (!(await isRightPassword(found?.code_hash, code)) || !found) throw refuse(no, 'wrong_code')
  const answer = await inTransaction(ctx, async (ctx) => {
    const newcomer = await queries.lockUserByEmail(ctx.db, email)
    if (!newcomer || newcomer.email_verified || !(await queries.deleteCode(ctx.db, found))) throw refuse(no, 'wrong_code')
    if (!newcomer.is_active) throw refuse(no, 'account_inactive')
    const token = await openSession(ctx, newcomer.id, true)
    const user = await verifyAccount(ctx, newcomer)
    await mailWelcome(ctx, user)
    await rememberDevice(ctx, user.id)
    await note(ctx, 'user.verified', user.id)
    return { token, user: present(user) }
  })
  await forgiveAttempt(ctx, attempt)
  return answer
}

const RESENT = 'If this address is waiting to be verified, a new code is on its way. Check your inbox and spam folder.'

export async function resend(ctx: Ctx, { email }: Received<typeof resendVerification>['body']): Promise<Answer<typeof resendVerification>> {
  await spendAttempt(ctx, { what: 'resend', email })
  await askForMail(ctx, 'verification', email)
  return { message: RESENT }
}

export function whoIs(ctx: Ctx): Answer<typeof authMe> {
  const user = present(signedIn(ctx))
  return { user, role: user.role }
}
