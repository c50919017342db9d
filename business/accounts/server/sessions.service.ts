import type { Connection } from '#platform/database/connect.ts'
import { type Actor, type Caller, type Ctx, type Db, setHeader } from '#platform/server/index.ts'
import { REMEMBERED_DAYS, UNREMEMBERED_HOURS } from '../rules.ts'
import * as queries from './queries.ts'
import { hashToken, newToken } from './tokens.ts'

const COOKIE = 'session'
const HOUR_MS = 3_600_000
const REMEMBERED_MS = REMEMBERED_DAYS * 24 * HOUR_MS

/** The session's token, from the Authorization header or else the cookie. */
export function tokenOf({ authorization, cookie }: Caller['headers']): string | undefined {
  if (typeof authorization === 'string' && authorization.startsWith('Bearer ')) return authorization.slice('Bearer '.length).trim()
  const cookies = typeof cookie === 'string' ? cookie.split(';').map((pair) => pair.trim()) : []
  return cookies.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
}

/** Who calls: asked of the database at every call, so a changed role or a deactivation counts at once. */
export async function actorOf({ db, now }: { db: Connection; now(): Date }, headers: Caller['headers']): Promise<Actor | null> {
  const token = tokenOf(headers)
  return token ? ((await queries.findActor(db, hashToken(token), now())) ?? null) : null
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

/** A session for this browser: the token to answer with, and the cookie. */
export async function openSession(ctx: Ctx, user_id: string, remembered: boolean): Promise<string> {
  const { token } = await createSession(ctx.db, user_id, ctx.now, { remembered, caller: ctx.caller })
  setHeader(ctx, 'set-cookie', cookieOf(ctx, token, remembered ? REMEMBERED_MS / 1000 : undefined))
  return token
}

export async function closeSession(ctx: Ctx): Promise<null> {
  if (ctx.actor) await queries.deleteSession(ctx.db, ctx.actor.session_id)
  setHeader(ctx, 'set-cookie', cookieOf(ctx, '', 0))
  return null
}

/** Without an age it ends with the browser. */
function cookieOf({ ports }: Ctx, value: string, max_age?: number): string {
  const secure = ports.settings.public_url.startsWith('https:') ? '; Secure' : ''
  const age = max_age === undefined ? '' : `; Max-Age=${max_age}`
  return `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`
}
