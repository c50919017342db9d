import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, spendMailTo, type Tx } from '#platform/server/index.ts'
import { refusals as codeRefusals } from '../../contract.ts'
import { emailChangedMail } from '../../mails/email-changed-mail.tsx'
import { emailCodeMail } from '../../mails/email-code-mail.tsx'
import { emailTakenMail } from '../../mails/email-taken-mail.tsx'
import { type changeEmail, type confirmEmail, refusals, type waitingEmail } from '../../own-account.contract.ts'
import type { Profile } from '../../profile.contract.ts'
import { CODE_MINUTES, UNDO_DAYS } from '../../rules.ts'
import { originOf, requireMailing, sendMailJob } from '../account-mails.service.ts'
import { audit } from '../audit/audit.service.ts'
import { lockSelf, showProfile } from '../profile/profile.service.ts'
import { deleteSessionsOf, lockUserByEmail } from '../queries.ts'
import { forgiveAttempt, isCodeOpen, spendAttempt, spendChange } from '../sign-in/limits.ts'
import { hashPassword, isRightPassword, laneOf, OWN_LANE } from '../sign-in/passwords.ts'
import { deleteResetsOf } from '../sign-in/recovery.queries.ts'
import { hashToken, newCode, newToken } from '../sign-in/tokens.ts'
import * as queries from './email-change.queries.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const ASKED = 'We emailed a code to the new address. Enter it here to finish the change.'

/** Returns the address that waits for its code. */
export async function showWaiting({ db, now, actor }: Ctx): Promise<Answer<typeof waitingEmail>> {
  return { new_email: (actor && (await queries.findChange(db, actor.id, now)))?.new_email ?? null }
}

/** Asks for a code at the new address. Answers the same for an address of another account; only the email differs. */
export async function askChange(ctx: Ctx, { email }: Received<typeof changeEmail>['body']): Promise<Answer<typeof changeEmail>> {
  const { id } = signedIn(ctx)
  await spendChange(ctx, 'email')
  await inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx
    const user = await lockSelf(ctx)
    if (user.email === email) throw refuse(refusals, 'same_email', { fields: { email: refusals.same_email.message } })
    await requireMailing(ctx, 'email_change', email)
    await spendMailTo(ctx, email)
    const expires_at = new Date(now.getTime() + CODE_MINUTES * MINUTE_MS)
    await queries.upsertChange(db, { user_id: id, new_email: email, asked_at: now, expires_at })
    await sendMailJob(ctx, 'email_change', email)
    await record(ctx, id, 'user.email_change_asked')
  })
  return { message: ASKED }
}

/** Job: emails a code to each account that asked for this address, or a notice if another account has it. Idempotent. */
export async function mailChangeCode(ctx: Ctx, email: string): Promise<void> {
  await inTransaction(ctx, async ({ db, now, ports }) => {
    const waiting = await queries.lockUnmailed(db, email, now)
    if (waiting.length === 0) return
    const sender = ports.settings
    const holder = await lockUserByEmail(db, email)
    if (holder?.email_verified) {
      // They wait for a code that nobody gets: who asked must not see that the address is taken.
      for (const { user_id } of waiting) await queries.updateCode(db, user_id, await hashPassword(newToken(), OWN_LANE))
      await ports.mail.send(db, { to: email, ...(await emailTakenMail({ sender, name: holder.name })) })
      return
    }
    for (const { user_id, expires_at, name } of waiting) {
      const code = newCode()
      await queries.updateCode(db, user_id, await hashPassword(code, OWN_LANE))
      await ports.mail.send(db, { to: email, ...(await emailCodeMail({ sender, name, code })) }, { urgent: true, expires_at })
    }
  })
}

/** Changes the address with the emailed code, signs out every other device, and tells the old address how to undo it. */
export async function confirmChange(ctx: Ctx, { code }: Received<typeof confirmEmail>['body']): Promise<Profile> {
  const { id, email } = signedIn(ctx)
  const attempt = { what: 'code', email } as const
  await spendAttempt(ctx, attempt)
  const found = await queries.findChange(ctx.pool, id, ctx.now)
  const sent = found?.code_hash ? { ...found, code_hash: found.code_hash } : undefined
  const open = (await isCodeOpen(ctx, `change/${id}`, sent)) ? sent : undefined
  if (!(await isRightPassword(open?.code_hash, code, laneOf(ctx, email))) || !open) throw refuse(codeRefusals, 'wrong_code')
  await inTransaction(ctx, async (ctx) => {
    const user = await lockSelf(ctx)
    if (!(await queries.deleteChange(ctx.db, open))) throw refuse(codeRefusals, 'wrong_code')
    await queries.lockAddress(ctx.db, open.new_email)
    await queries.deleteUnverifiedHolder(ctx.db, open.new_email)
    await moveTo(ctx, { id, from: user.email, to: open.new_email })
    await deleteSessionsOf(ctx.db, id, signedIn(ctx).session_id)
    await announce(ctx, user, open.new_email)
    await record(ctx, id, 'user.email_changed')
  })
  await forgiveAttempt(ctx, attempt)
  return showProfile(ctx)
}

/** Changes the address, with what every part stores under it. Links that set a password went to the old one and stop working. */
export async function moveTo(ctx: Ctx<Tx>, person: { id: string; from: string; to: string }): Promise<void> {
  if (!(await queries.updateAddress(ctx.db, person.id, person.to))) throw refuse(refusals, 'email_taken')
  for (const move of ctx.ports.people.move) await move(ctx, person)
  await deleteResetsOf(ctx.db, person.id)
}

/** Tells the old address, with a link that undoes the change. */
async function announce(ctx: Ctx<Tx>, { id, name, email }: Pick<Profile, 'id' | 'name' | 'email'>, new_email: string): Promise<void> {
  const { db, now, ports } = ctx
  const token = newToken()
  const expires_at = new Date(now.getTime() + UNDO_DAYS * DAY_MS)
  const { session_opened_at } = signedIn(ctx)
  const undo = { user_id: id, old_email: email, new_email, changed_at: now, session_opened_at, expires_at }
  await queries.insertUndo(db, { ...undo, token_hash: hashToken(token) })
  const link = `${ports.settings.public_url}/undo-email?token=${token}`
  const details = { sender: ports.settings, name, at: now, device: originOf(ctx).device, link }
  await ports.mail.send(db, { to: email, ...(await emailChangedMail(details)) }, { urgent: true, expires_at })
}

const record = (ctx: Ctx<Tx>, id: string, action: string): Promise<void> =>
  audit(ctx.db, { actor_id: id, action, subject_kind: 'user', subject: id, details: originOf(ctx) })
