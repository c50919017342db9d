import type { Connection } from '#platform/database/connect.ts'
import { type Actor, type Caller, type Ctx, currentLog, type Db, inTransaction, type Ports, type Tx } from '#platform/server/index.ts'
import { grantsOf, REMEMBERED_DAYS, SESSIONS_MAX, UNREMEMBERED_HOURS } from '../../rules.ts'
import { originOf } from '../account-mails.service.ts'
import { audit } from '../audit/audit.service.ts'
import * as queries from '../queries.ts'
import { readCookie, setCookie } from './cookies.ts'
import { isDemoOpen } from './demo.ts'
import { hashToken, newToken } from './tokens.ts'

const COOKIE = 'session'
const HOUR_MS = 3_600_000
const REMEMBERED_MS = REMEMBERED_DAYS * 24 * HOUR_MS
/** The shortest time between updates of `last_seen_at`. */
const SEEN_MS = 10 * 60_000

/** Returns the session token from the Authorization header, else the cookie. */
export function tokenOf(headers: Caller['headers'], settings: Ports['settings']): string | undefined {
  const { authorization } = headers
  if (typeof authorization === 'string' && authorization.startsWith('Bearer ')) return authorization.slice('Bearer '.length).trim()
  return readCookie({ headers, settings }, COOKIE)
}

const DAY_MS = 24 * HOUR_MS

/** Until when someone who is an admin since then must have a second factor. Undefined: never. */
export const secondFactorDue = ({ admin_second_factor_days: days }: Pick<Ports['settings'], 'admin_second_factor_days'>, since: Date) =>
  days === undefined ? undefined : new Date(since.getTime() + days * DAY_MS)

/** Whoever is an admin since then, or longer, must have a second factor now. */
const adminBefore = ({ admin_second_factor_days: days }: Ports['settings'], now: Date): Date | undefined =>
  days === undefined ? undefined : new Date(now.getTime() - days * DAY_MS)

type ActorSource = { db: Connection; now(): Date; ports: Ports }

/** Returns the caller, read from the database on every call, so that a role change or deactivation takes effect immediately. */
export async function actorOf({ db, now, ports }: ActorSource, headers: Caller['headers']): Promise<Actor | null> {
  const token = tokenOf(headers, ports.settings)
  const found = token
    ? await queries.findActor(db, hashToken(token), {
        now: now(),
        demo: isDemoOpen({ ports }),
        admin_before: adminBefore(ports.settings, now())
      })
    : undefined
  if (!found) return null
  const { last_seen_at, ...actor } = found
  const before = new Date(now().getTime() - SEEN_MS)
  // Not awaited: a failed or slow write must not affect the call.
  if (last_seen_at <= before)
    void queries
      .touchSession(db, actor.session_id, { now: now(), before })
      .catch((err: unknown) => currentLog().warn({ err }, 'the time at which a session was last seen could not be stored'))
  return { ...actor, grants: grantsOf(actor) }
}

type SessionOptions = { remembered?: boolean; is_proof?: boolean; caller?: Pick<Caller, 'ip' | 'user_agent'> }

export async function createSession(
  db: Db,
  user_id: string,
  now: Date,
  { remembered = true, is_proof = true, caller = { ip: '', user_agent: '' } }: SessionOptions = {}
): Promise<{ token: string }> {
  const token = newToken()
  const lasts = remembered ? REMEMBERED_MS : UNREMEMBERED_HOURS * HOUR_MS
  const { ip, user_agent } = caller
  const expires_at = new Date(now.getTime() + lasts)
  await queries.insertSession(db, {
    token_hash: hashToken(token),
    user_id,
    created_at: now,
    expires_at,
    ip,
    user_agent,
    proven_at: is_proof ? now : null
  })
  return { token }
}

/** `is_proof`: whether opening it proves who the person is, as a password or a passkey does. */
type Opening = { remembered: boolean; is_proof?: boolean }

/** Opens a session, sets its cookie and returns the token. Ends this browser's earlier session of the same user, and the least used one above SESSIONS_MAX. The caller has locked the user. */
export async function openSession(ctx: Ctx<Tx>, user_id: string, { remembered, is_proof = true }: Opening): Promise<string> {
  if (ctx.actor?.id === user_id) await queries.deleteSession(ctx.db, ctx.actor.session_id)
  const { token } = await createSession(ctx.db, user_id, ctx.now, { remembered, is_proof, caller: ctx.caller })
  await queries.trimSessions(ctx.db, { user_id, token_hash: hashToken(token), now: ctx.now }, SESSIONS_MAX)
  setCookie(ctx, { name: COOKIE, value: token, max_age: remembered ? REMEMBERED_MS / 1000 : undefined })
  return token
}

/** Sets the session cookie for a browser that has only the token; pages need the cookie. It lasts as long as the session. */
export async function exchangeToken(ctx: Ctx): Promise<Actor | null> {
  const token = tokenOf(ctx.caller.headers, ctx.ports.settings)
  const session = token && ctx.actor ? await queries.findSession(ctx.db, ctx.actor.session_id) : undefined
  if (!token || !session) return null
  const lifetime = session.expires_at.getTime() - session.created_at.getTime()
  const left = session.expires_at.getTime() - ctx.now.getTime()
  setCookie(ctx, { name: COOKIE, value: token, max_age: lifetime >= REMEMBERED_MS ? Math.ceil(left / 1000) : undefined })
  return ctx.actor
}

export async function closeSession(ctx: Ctx): Promise<null> {
  const { actor } = ctx
  if (actor)
    await inTransaction(ctx, async ({ db }) => {
      if (!(await queries.deleteSession(db, actor.session_id))) return
      const { id } = actor
      await audit(db, { actor_id: id, action: 'user.signed_out', subject_kind: 'user', subject: id, details: originOf(ctx) })
    })
  setCookie(ctx, { name: COOKIE, value: '', max_age: 0 })
  return null
}
