import type { Connection } from '#platform/database/connect.ts'
import { type Actor, type Caller, type Ctx, type Db, inTransaction, type Tx } from '#platform/server/index.ts'
import { REMEMBERED_DAYS, UNREMEMBERED_HOURS } from '../rules.ts'
import { readCookie, setCookie } from './cookies.ts'
import { whenceOf } from './mailing.service.ts'
import { audit } from './people.service.ts'
import * as queries from './queries.ts'
import { hashToken, newToken } from './tokens.ts'

const COOKIE = 'session'
const HOUR_MS = 3_600_000
const REMEMBERED_MS = REMEMBERED_DAYS * 24 * HOUR_MS
/** How old `last_seen_at` gets before it is written again. */
const SEEN_MS = 10 * 60_000

/** The session's token, from the Authorization header or else the cookie. */
export function tokenOf(headers: Caller['headers']): string | undefined {
  const { authorization } = headers
  if (typeof authorization === 'string' && authorization.startsWith('Bearer ')) return authorization.slice('Bearer '.length).trim()
  return readCookie(headers, COOKIE)
}

/** Who calls: asked of the database at every call, so a changed role or a deactivation counts at once. */
export async function actorOf({ db, now }: { db: Connection; now(): Date }, headers: Caller['headers']): Promise<Actor | null> {
  const token = tokenOf(headers)
  const found = token ? await queries.findActor(db, hashToken(token), now()) : undefined
  if (!found) return null
  const { last_seen_at, ...actor } = found
  const before = new Date(now().getTime() - SEEN_MS)
  // Not waited for: the call neither takes longer nor fails when it cannot be written.
  if (last_seen_at <= before) void queries.touchSession(db, actor.session_id, { now: now(), before }).catch(() => {})
  return actor
}

type Kept = { remembered?: boolean; caller?: Pick<Caller, 'ip' | 'user_agent'> }

export async function createSession(
  db: Db,
  user_id: string,
  now: Date,
  { remembered = true, caller = { ip: '', user_agent: '' } }: Kept = {}
): Promise<{ token: string }> {
  const token = newToken()
  const lasts = remembered ? REMEMBERED_MS : UNREMEMBERED_HOURS * HOUR_MS
  const { ip, user_agent } = caller
  const expires_at = new Date(now.getTime() + lasts)
  await queries.insertSession(db, { token_hash: hashToken(token), user_id, created_at: now, expires_at, ip, user_agent })
  return { token }
}

/** A session for this browser: the token to answer with, and the cookie. One of the same person that it had until now ends. */
export async function openSession(ctx: Ctx<Tx>, user_id: string, remembered: boolean): Promise<string> {
  if (ctx.actor?.id === user_id) await queries.deleteSession(ctx.db, ctx.actor.session_id)
  const { token } = await createSession(ctx.db, user_id, ctx.now, { remembered, caller: ctx.caller })
  setCookie(ctx, { name: COOKIE, value: token, max_age: remembered ? REMEMBERED_MS / 1000 : undefined })
  return token
}

/** For a browser that kept the token but lost the cookie: pages go by the cookie. It lasts as long as the session does. */
export async function carryByCookie(ctx: Ctx): Promise<Actor | null> {
  const token = tokenOf(ctx.caller.headers)
  const session = token && ctx.actor ? await queries.findSession(ctx.db, ctx.actor.session_id) : undefined
  if (!token || !session) return null
  const [lasts, left] = [session.created_at, ctx.now].map((from) => session.expires_at.getTime() - from.getTime()) as [number, number]
  setCookie(ctx, { name: COOKIE, value: token, max_age: lasts >= REMEMBERED_MS ? Math.ceil(left / 1000) : undefined })
  return ctx.actor
}

export async function closeSession(ctx: Ctx): Promise<null> {
  const { actor } = ctx
  if (actor)
    await inTransaction(ctx, async ({ db }) => {
      if (!(await queries.deleteSession(db, actor.session_id))) return
      const { id } = actor
      await audit(db, { actor_id: id, action: 'user.signed_out', subject_kind: 'user', subject: id, details: whenceOf(ctx) })
    })
  setCookie(ctx, { name: COOKIE, value: '', max_age: 0 })
  return null
}
