import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { passwordChangedMail } from '../../mails/password-changed-mail.tsx'
import {
  type changePassword as changePasswordCall,
  type endSessions as endSessionsCall,
  type listSessions as listSessionsCall,
  refusals
} from '../../profile.contract.ts'
import { originOf } from '../account-mails.service.ts'
import { audit } from '../audit/audit.service.ts'
import * as queries from '../queries.ts'
import { distrustDevices } from '../second-factor/second-factor.queries.ts'
import { isDemoOpen } from '../sign-in/demo.ts'
import { deviceName } from '../sign-in/device-name.ts'
import { forgiveAttempt, spendAttempt, spendChange } from '../sign-in/limits.ts'
import { hashPassword, isRightPassword, laneOf } from '../sign-in/passwords.ts'
import { deleteResetsOf } from '../sign-in/recovery.queries.ts'
import { closeSession } from '../sign-in/sessions.service.ts'
import { deleteOwnSession, findSessionsOf } from './profile.queries.ts'
import { lockSelf } from './profile.service.ts'

const wrongPassword = () => refuse(refusals, 'wrong_password', { fields: { current_password: refusals.wrong_password.message } })

/** Checks the caller's current password and returns its hash. Wrong passwords are rate-limited like sign-ins. */
async function requirePassword(ctx: Ctx, password: string): Promise<string> {
  const { id, email } = signedIn(ctx)
  const attempt = { what: 'password', email } as const
  await spendAttempt(ctx, attempt)
  const { hash } = (await queries.findCredentials(ctx.db, email, { demo: isDemoOpen(ctx) })) ?? {}
  if (!hash || !(await isRightPassword(hash, password, laneOf(ctx, email)))) {
    await audit(ctx.pool, { actor_id: id, action: 'user.password_refused', subject_kind: 'user', subject: id, details: originOf(ctx) })
    throw wrongPassword()
  }
  await forgiveAttempt(ctx, attempt)
  return hash
}

/** Changes the password, ends every other session, and invalidates reset links. */
export async function changePassword(
  ctx: Ctx,
  { current_password, new_password }: Received<typeof changePasswordCall>['body']
): Promise<null> {
  const current = await requirePassword(ctx, current_password)
  await spendChange(ctx, 'password')
  const hash = await hashPassword(new_password, laneOf(ctx, signedIn(ctx).email))
  await inTransaction(ctx, async (ctx) => {
    const { db, now, ports } = ctx
    const { id, name, email } = await lockSelf(ctx)
    // The password was changed in parallel, after it was checked.
    if (!(await queries.holdPassword(db, id, current))) throw wrongPassword()
    await queries.upsertPassword(db, { user_id: id, hash, changed_at: now })
    await deleteResetsOf(db, id)
    await distrustDevices(db, id)
    const sessions = await queries.deleteSessionsOf(db, id, signedIn(ctx).session_id)
    await record(ctx, 'user.password_changed', { sessions })
    const details = { sender: ports.settings, name, at: now, device: originOf(ctx).device, how: 'changed' } as const
    await ports.mail.send(db, { to: email, ...(await passwordChangedMail(details)) }, { urgent: true })
  })
  return null
}

/** Lists the caller's sessions: the current one first, then by last use. */
export async function listSessions(ctx: Ctx): Promise<Answer<typeof listSessionsCall>> {
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

/** Ends one of the caller's sessions, or all others. Requires the password, in case someone else uses an unlocked browser. */
export async function endSessions(
  ctx: Ctx,
  { current_password, session_id }: Received<typeof endSessionsCall>['body']
): Promise<Answer<typeof endSessionsCall>> {
  await requirePassword(ctx, current_password)
  await spendChange(ctx, 'sessions')
  const current = signedIn(ctx).session_id
  if (session_id === current) await closeSession(ctx)
  else await inTransaction(ctx, (ctx) => (session_id ? endOne(ctx, session_id) : endOthers(ctx)))
  return listSessions(ctx)
}

async function endOne(ctx: Ctx<Tx>, id: string): Promise<void> {
  const { db, now } = ctx
  if (!(await deleteOwnSession(db, { id, user_id: signedIn(ctx).id, now }))) throw refuse(refusals, 'session_not_found')
  await record(ctx, 'user.session_ended', { sessions: 1 })
}

async function endOthers(ctx: Ctx<Tx>): Promise<void> {
  const { id, session_id } = signedIn(ctx)
  const sessions = await queries.deleteSessionsOf(ctx.db, id, session_id)
  if (sessions > 0) await record(ctx, 'user.sessions_ended', { sessions })
}

function record(ctx: Ctx<Tx>, action: string, details: Record<string, unknown>): Promise<void> {
  const { id } = signedIn(ctx)
  return audit(ctx.db, { actor_id: id, action, subject_kind: 'user', subject: id, details: { ...details, ...originOf(ctx) } })
}
