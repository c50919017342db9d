import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse } from '#platform/server/index.ts'
import { emailRestoredMail } from '../../mails/email-restored-mail.tsx'
import { refusals, type undoEmailChange } from '../../own-account.contract.ts'
import { RESET_MINUTES, UNDO_DAYS } from '../../rules.ts'
import { originOf } from '../account-mails.service.ts'
import { audit } from '../audit/audit.service.ts'
import { deleteSessionsOf, suspectPassword } from '../queries.ts'
import { distrustDevices } from '../second-factor/second-factor.queries.ts'
import { afterRemoval } from '../second-factor/security-changes.service.ts'
import { forgiveToken, spendToken } from '../sign-in/limits.ts'
import { newResetLink, resetExpiry } from '../sign-in/reset-links.ts'
import { hashToken } from '../sign-in/tokens.ts'
import * as queries from './email-change.queries.ts'
import { moveTo } from './email-change.service.ts'

const RESTORED = 'Your account has its old email address again. Every device is signed out. Set a new password now: we emailed you a link.'

const DAY_MS = 86_400_000

/**
 * From when on whoever changed the address may have used the account: the start of the session that changed it, and at least some days
 * before the change, as an earlier session may have added a second factor.
 */
const suspectSince = ({ changed_at, session_opened_at }: { changed_at: Date; session_opened_at: Date | null }): Date =>
  new Date(Math.min(changed_at.getTime() - UNDO_DAYS * DAY_MS, (session_opened_at ?? changed_at).getTime()))

/**
 * Gives the account its old address back. Whoever changed it may know the password, so every session and every recent second factor goes, and
 * a link sets a new one. Second factors that are added until then go with it.
 */
export async function undoChange(ctx: Ctx, { token }: Received<typeof undoEmailChange>['body']): Promise<Answer<typeof undoEmailChange>> {
  await spendToken(ctx)
  await inTransaction(ctx, async (ctx) => {
    const { db, now, ports } = ctx
    const undo = await queries.lockUndo(db, hashToken(token), now)
    if (!undo) throw refuse(refusals, 'invalid_undo')
    const { user_id: id, old_email: to, email: from, name } = undo
    await queries.deleteUnverifiedHolder(db, to)
    if (from !== to) await moveTo(ctx, { id, from, to })
    await queries.deleteUndosSince(db, id, undo.changed_at)
    await queries.deleteChangesOf(db, id)
    await queries.deleteFactorsSince(db, id, suspectSince(undo))
    await afterRemoval(ctx, id)
    await distrustDevices(db, id)
    await suspectPassword(db, id, suspectSince(undo))
    await deleteSessionsOf(db, id)
    for (const restore of ports.people.restore) await restore(ctx, { id })
    await audit(db, { actor_id: null, action: 'user.email_restored', subject_kind: 'user', subject: id, details: originOf(ctx) })
    const link = await newResetLink({ db, now, settings: ports.settings }, id)
    const mail = await emailRestoredMail({ sender: ports.settings, name, link, minutes: RESET_MINUTES })
    await ports.mail.send(db, { to, ...mail }, { urgent: true, expires_at: resetExpiry(now) })
  })
  await forgiveToken(ctx)
  return { message: RESTORED }
}
