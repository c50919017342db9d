import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, type Tx } from '#platform/server/index.ts'
import { passwordChangedMail } from '../../mails/password-changed-mail.tsx'
import { reminderMail } from '../../mails/reminder-mail.tsx'
import { resetMail } from '../../mails/reset-mail.tsx'
import { type forgotPassword, type forgotUsername, refusals, type resetPassword } from '../../recovery.contract.ts'
import { RESET_MINUTES, reminderSent, resetSent } from '../../rules.ts'
import { type RequestOrigin, requestMail } from '../account-mails.service.ts'
import { audit } from '../audit/audit.service.ts'
import { deleteFactorsSince } from '../email-change/email-change.queries.ts'
import * as queries from '../queries.ts'
import { distrustDevices } from '../second-factor/second-factor.queries.ts'
import { afterRemoval, removeSecondFactors } from '../second-factor/security-changes.service.ts'
import { isDemoOpen } from './demo.ts'
import { deviceName } from './device-name.ts'
import { knownDevice, rememberDevice } from './devices.service.ts'
import { forgiveToken, spendAttempt, spendToken } from './limits.ts'
import { hashPassword, laneOf } from './passwords.ts'
import * as recovery from './recovery.queries.ts'
import { newResetLink, resetExpiry } from './reset-links.ts'
import { hashToken } from './tokens.ts'

/** Answers the same for every address. The job looks up whose it is. */
export async function requestReminder(
  ctx: Ctx,
  { email }: Received<typeof forgotUsername>['body']
): Promise<Answer<typeof forgotUsername>> {
  await spendAttempt(ctx, { what: 'reminder', email })
  await requestMail(ctx, 'reminder', email)
  return { message: reminderSent(email) }
}

export async function requestReset(ctx: Ctx, { email }: Received<typeof forgotPassword>['body']): Promise<Answer<typeof forgotPassword>> {
  // Strangers cannot use up the requests of a browser in which the owner has signed in before.
  const device = await knownDevice(ctx, email)
  await spendAttempt(ctx, { what: 'reset', email, device })
  await requestMail(ctx, 'reset', email, device)
  return { message: resetSent(email) }
}

/** Job: emails a reminder if the address has an active account. Idempotent. */
export async function mailReminder(ctx: Ctx, email: string): Promise<void> {
  await inTransaction(ctx, async ({ db, ports }) => {
    if (!(await recovery.claimRequested(db, { kind: 'reminder', email }))) return
    const account = await recovery.lockOpenAccount(db, { email }, { demo: isDemoOpen({ ports }) })
    if (!account) return
    const { name } = account
    await ports.mail.send(db, { to: email, ...(await reminderMail({ sender: ports.settings, name, email })) }, { urgent: true })
  })
}

/** Job: emails a reset link if the address has an active account. Idempotent. An unverified account gets one too: it verifies the address like a code. */
export async function mailReset(ctx: Ctx, email: string, from: RequestOrigin): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { db, now, ports } = ctx
    if (!(await recovery.claimRequested(db, { kind: 'reset', email }))) return
    const account = await recovery.lockOpenAccount(db, { email }, { demo: isDemoOpen(ctx) })
    if (!account) return
    const { id, name } = account
    const link = await newResetLink({ db, now, settings: ports.settings }, id)
    await audit(db, { actor_id: null, action: 'user.reset_requested', subject_kind: 'user', subject: id, details: from })
    const mail = await resetMail({ sender: ports.settings, name, link, minutes: RESET_MINUTES })
    await ports.mail.send(db, { to: email, ...mail }, { urgent: true, expires_at: resetExpiry(now) })
  })
}

/** Refuses an unknown, expired, used or replaced token, and one of an inactive account, in the same way. */
export async function reset(ctx: Ctx, { token, password }: Received<typeof resetPassword>['body']): Promise<Answer<typeof resetPassword>> {
  await spendToken(ctx)
  const found = await recovery.findReset(ctx.pool, hashToken(token), ctx.now)
  if (!found) throw refuse(refusals, 'invalid_token')
  const hash = await hashPassword(password, laneOf(ctx, found.user_id))
  await inTransaction(ctx, async (ctx) => {
    const { db, now, ports, caller } = ctx
    const isSetup = found.purpose === 'admin_setup'
    const account = await recovery.lockOpenAccount(db, { id: found.user_id }, { demo: isSetup || isDemoOpen(ctx) })
    if (!account || !(await recovery.deleteReset(db, found))) throw refuse(refusals, 'invalid_token')
    const { id, name, email } = account
    await endTakeover(ctx, id)
    await queries.upsertPassword(db, { user_id: id, hash, changed_at: now })
    // An operator who sets up a demo account as an admin replaces its public password.
    await queries.updateUser(db, id, { email_verified: true, ...(isSetup && { is_demo: false }) })
    await recovery.deletePendingOf(db, account)
    await recovery.deleteResetsOf(db, id)
    await queries.deleteSessionsOf(db, id)
    await distrustDevices(db, id)
    if (isSetup) await forgetLostFactors(ctx, id)
    // So that strangers who use up the account's attempts cannot lock the owner out of this browser.
    await rememberDevice(ctx, id)
    await audit(db, { actor_id: id, action: 'user.password_reset', subject_kind: 'user', subject: id })
    const details = { sender: ports.settings, name, at: now, device: deviceName(caller.user_agent), how: 'reset' } as const
    await ports.mail.send(db, { to: email, ...(await passwordChangedMail(details)) }, { urgent: true })
  })
  await forgiveToken(ctx)
  return { message: 'Your password has been reset.' }
}

/** After an undone change of the email address: the second factors that whoever made it may have added go with the password that they may know. */
async function endTakeover(ctx: Ctx<Tx>, id: string): Promise<void> {
  const since = await queries.trustPassword(ctx.db, id)
  if (!since) return
  await deleteFactorsSince(ctx.db, id, since)
  await afterRemoval(ctx, id)
}

/** An operator brings a locked-out admin back: what the admin may have lost is not asked for any more. */
async function forgetLostFactors({ db }: Ctx<Tx>, id: string): Promise<void> {
  if (!(await removeSecondFactors({ db }, id))) return
  await audit(db, {
    actor_id: null,
    action: 'user.second_factor_reset',
    subject_kind: 'user',
    subject: id,
    details: { by: 'admin:create' }
  })
}
