import type { Ctx, Tx } from '#platform/server/index.ts'
import { mailNewSignIn } from '../account-mails.service.ts'
import { sentCookie, setCookie } from './cookies.ts'
import * as devices from './devices.queries.ts'
import { hashToken, isToken, newToken } from './tokens.ts'

const COOKIE = 'device'
const YEAR_SECONDS = 365 * 24 * 3600
/** New accounts get no email about their first sign-ins. */
const NEW_ACCOUNT_MS = 5 * 60_000

const secretOf = (ctx: Ctx): string | undefined => {
  const secret = sentCookie(ctx, COOKIE)
  return isToken(secret) ? secret : undefined
}

/** Returns this browser's id if the owner of the address has signed in with it before. */
export async function knownDevice(ctx: Ctx, email: string): Promise<string | undefined> {
  const secret = secretOf(ctx)
  if (!secret) return undefined
  const hash = hashToken(secret)
  return (await devices.isDeviceOf(ctx.db, email, hash)) ? hash.toString('hex') : undefined
}

/** Remembers this browser for a user. Returns true if it is new. A shared browser keeps one secret for all its users. */
export async function rememberDevice(ctx: Ctx<Tx>, user_id: string): Promise<boolean> {
  const secret = secretOf(ctx) ?? newToken()
  setCookie(ctx, { name: COOKIE, value: secret, max_age: YEAR_SECONDS })
  const device = { user_id, device_hash: hashToken(secret) }
  return !(await devices.touchDevice(ctx.db, device, ctx.now)) && devices.insertDevice(ctx.db, device, ctx.now)
}

type Owner = { id: string; name: string; email: string; created_at: Date }

/** Remembers this browser and emails the owner if it is new. */
export async function recordDevice(ctx: Ctx<Tx>, user: Owner): Promise<void> {
  const is_new = await rememberDevice(ctx, user.id)
  if (is_new && ctx.now.getTime() - user.created_at.getTime() > NEW_ACCOUNT_MS) await mailNewSignIn(ctx, user)
}
