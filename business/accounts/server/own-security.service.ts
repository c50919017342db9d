import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { passwordChangedMail } from '../mails/password-changed-mail.tsx'
import { type changePassword as changePasswordCall, type endSessions, type listSessions, no } from '../profile.contract.ts'
import { deviceName } from './device-name.ts'
import { whenceOf } from './mailing.service.ts'
import { hashPassword } from './passwords.ts'
import { deleteResetsOf } from './people.queries.ts'
import { audit } from './people.service.ts'
import { deleteOwnSession, findSessionsOf } from './profile.queries.ts'
import { lockSelf } from './profile.service.ts'
import * as queries from './queries.ts'
import { requirePassword, wrongPassword } from './reauthentication.service.ts'
import { closeSession } from './sessions.service.ts'

/** Ends every session but this one, and the links that would set another password. */
export async function changePassword(
  ctx: Ctx,
  { current_password, new_password }: Received<typeof changePasswordCall>['body']
): Promise<null> {
  const current = await requirePassword(ctx, current_password)
  const hash = await hashPassword(new_password)
  await inTransaction(ctx, async (ctx) => {
    const { db, now, ports } = ctx
    const { id, name, email } = await lockSelf(ctx)
    // Another change came first: what was compared is the current password no longer.
    if (!(await queries.holdPassword(db, id, current))) throw wrongPassword()
    await queries.upsertPassword(db, { user_id: id, hash, changed_at: now })
    await deleteResetsOf(db, id)
    const sessions = await queries.deleteSessionsOf(db, id, signedIn(ctx).session_id)
    await note(ctx, 'user.password_changed', { sessions })
    const facts = { sender: ports.settings, name, at: now, device: whenceOf(ctx).device, how: 'changed' } as const
    await ports.mail.send(db, { to: email, ...(await passwordChangedMail(facts)) })
  })
  return null
}

/** The present one first, then the last used. */
export async function list(ctx: Ctx): Promise<Answer<typeof listSessions>> {
  const { id, session_id } = signedIn(ctx)
  const rows = await findSessionsOf(ctx.db, id, ctx.now)
  const items = rows.map(({ user_agent, created_at, last_seen_at, expires_at, ...session }) => ({
    ...session,
    device: deviceName(user_agent),
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    expires_at: expires_at.toISOString(),
    is_current: session.id === session_id
  }))
  return { items: items.sort((one, other) => Number(other.is_current) - Number(one.is_current)) }
}

/** One of one's own, the present one too, or every other one; only with the password, so that a browser left open ends nobody's sessions. */
export async function end(
  ctx: Ctx,
  { current_password, session_id }: Received<typeof endSessions>['body']
): Promise<Answer<typeof endSessions>> {
  await requirePassword(ctx, current_password)
  const present = signedIn(ctx).session_id
  if (session_id === present) await closeSession(ctx)
  else await inTransaction(ctx, (ctx) => (session_id ? endOne(ctx, session_id) : endOthers(ctx)))
  return list(ctx)
}

async function endOne(ctx: Ctx<Tx>, id: string): Promise<void> {
  const { db, now } = ctx
  if (!(await deleteOwnSession(db, { id, user_id: signedIn(ctx).id, now }))) throw refuse(no, 'session_not_found')
  await note(ctx, 'user.session_ended', { sessions: 1 })
}

async function endOthers(ctx: Ctx<Tx>): Promise<void> {
  const { id, session_id } = signedIn(ctx)
  const sessions = await queries.deleteSessionsOf(ctx.db, id, session_id)
  if (sessions > 0) await note(ctx, 'user.sessions_ended', { sessions })
}

function note(ctx: Ctx<Tx>, action: string, details: Record<string, unknown>): Promise<void> {
  const { id } = signedIn(ctx)
  return audit(ctx.db, { actor_id: id, action, subject_kind: 'user', subject: id, details: { ...details, ...whenceOf(ctx) } })
}
