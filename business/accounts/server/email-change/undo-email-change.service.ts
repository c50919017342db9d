import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse } from '#platform/server/index.ts'
import { emailRestoredMail } from '../../mails/email-restored-mail.tsx'
import { refusals, type undoEmailChange } from '../../own-account.contract.ts'
import { RESET_MINUTES } from '../../rules.ts'
import { originOf } from '../account-mails.service.ts'
import { audit } from '../audit/audit.service.ts'
import { deleteSessionsOf } from '../queries.ts'
import { forgiveToken, spendToken } from '../sign-in/limits.ts'
import { newResetLink, resetExpiry } from '../sign-in/reset-links.ts'
import { hashToken } from '../sign-in/tokens.ts'
import * as queries from './email-change.queries.ts'
import { moveTo } from './email-change.service.ts'

const RESTORED =
  'Your account has its old email address again. Every device is signed out, and we emailed you a link to set a new password.'

/** Gives the account its old address back. Whoever changed it may know the password, so every session ends, second factors added since go, and a link sets a new one. */
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
    await queries.deleteFactorsSince(db, id, undo.changed_at)
    await deleteSessionsOf(db, id)
    await audit(db, { actor_id: null, action: 'user.email_restored', subject_kind: 'user', subject: id, details: originOf(ctx) })
    const link = await newResetLink({ db, now, settings: ports.settings }, id)
    const mail = await emailRestoredMail({ sender: ports.settings, name, link, minutes: RESET_MINUTES })
    await ports.mail.send(db, { to, ...mail }, { urgent: true, expires_at: resetExpiry(now) })
  })
  await forgiveToken(ctx)
  return { message: RESTORED }
}
