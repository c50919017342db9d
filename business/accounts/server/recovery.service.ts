import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, type Tx } from '#platform/server/index.ts'
import { passwordChangedMail } from '../mails/password-changed-mail.tsx'
import { reminderMail } from '../mails/reminder-mail.tsx'
import { resetMail } from '../mails/reset-mail.tsx'
import { type forgotPassword, type forgotUsername, no, type resetPassword } from '../recovery.contract.ts'
import { RESET_MINUTES, reminderSent, resetSent } from '../rules.ts'
import { deviceName } from './device-name.ts'
import { rememberDevice } from './devices.service.ts'
import { forgiveToken, spendAttempt, spendToken } from './limits.ts'
import { askForMail, type Whence } from './mailing.service.ts'
import { hashPassword } from './passwords.ts'
import { audit } from './people.service.ts'
import * as queries from './queries.ts'
import * as recovery from './recovery.queries.ts'
import { hashToken, newToken } from './tokens.ts'

/** Says the same for every address, after the same work: whose it is, the job finds out. */
export async function askForReminder(ctx: Ctx, { email }: Received<typeof forgotUsername>['body']): Promise<Answer<typeof forgotUsername>> {
  await spendAttempt(ctx, { what: 'reminder', email })
  await askForMail(ctx, 'reminder', email)
  return { message: reminderSent(email) }
}

export async function askForReset(ctx: Ctx, { email }: Received<typeof forgotPassword>['body']): Promise<Answer<typeof forgotPassword>> {
  await spendAttempt(ctx, { what: 'reset', email })
  await askForMail(ctx, 'reset', email)
  return { message: resetSent(email) }
}

/** The job behind forgot-username: mails whoever has that address and may sign in. Run twice, it mails once. */
export async function mailReminder(ctx: Ctx, email: string): Promise<void> {
  await inTransaction(ctx, async ({ db, ports }) => {
    if (!(await recovery.claimAsked(db, { kind: 'reminder', email }))) return
    const account = await recovery.lockOpenAccount(db, { email })
    if (!account) return
    const { name } = account
    await ports.mail.send(db, { to: email, ...(await reminderMail({ sender: ports.settings, name, email })) })
  })
}

/** The job behind forgot-password, in the same way. An unverified account gets its link too: it proves the mailbox as a code does. */
export async function mailReset(ctx: Ctx, email: string, from: Whence): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { db, ports } = ctx
    if (!(await recovery.claimAsked(db, { kind: 'reset', email }))) return
    const account = await recovery.lockOpenAccount(db, { email })
    if (!account) return
    const { id, name } = account
    const link = await newResetLink(ctx, id)
    await audit(db, { actor_id: null, action: 'user.reset_requested', subject_kind: 'user', subject: id, details: from })
    await ports.mail.send(db, { to: email, ...(await resetMail({ sender: ports.settings, name, link, minutes: RESET_MINUTES })) })
  })
}

/** The address to mail, good once and for RESET_MINUTES; the links before it work no longer. */
export async function newResetLink({ db, now, ports }: Ctx<Tx>, user_id: string): Promise<string> {
  const token = newToken()
  await recovery.upsertReset(db, {
    user_id,
    token_hash: hashToken(token),
    expires_at: new Date(now.getTime() + RESET_MINUTES * 60_000)
  })
  return `${ports.settings.public_url}/reset-password?token=${token}`
}

/** Unknown, expired, used, replaced, and of an account that is not open any more: one refusal for all. */
export async function reset(ctx: Ctx, { token, password }: Received<typeof resetPassword>['body']): Promise<Answer<typeof resetPassword>> {
  await spendToken(ctx)
  const found = await recovery.findReset(ctx.pool, hashToken(token), ctx.now)
  if (!found) throw refuse(no, 'invalid_token')
  const hash = await hashPassword(password)
  await inTransaction(ctx, async (ctx) => {
    const { db, now, ports, caller } = ctx
    const account = await recovery.lockOpenAccount(db, { id: found.user_id })
    if (!account || !(await recovery.deleteReset(db, found))) throw refuse(no, 'invalid_token')
    const { id, name, email } = account
    await queries.upsertPassword(db, { user_id: id, hash, changed_at: now })
    await queries.updateUser(db, id, { email_verified: true })
    await recovery.deletePendingOf(db, account)
    await queries.deleteSessionsOf(db, id)
    // Strangers who use up the account's tries cannot keep its owner from signing in with it here.
    await rememberDevice(ctx, id)
    await audit(db, { actor_id: id, action: 'user.password_reset', subject_kind: 'user', subject: id })
    const facts = { sender: ports.settings, name, at: now, device: deviceName(caller.user_agent), how: 'reset' } as const
    await ports.mail.send(db, { to: email, ...(await passwordChangedMail(facts)) })
  })
  await forgiveToken(ctx)
  return { message: 'Your password has been reset.' }
}
