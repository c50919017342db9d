import type { Ctx, Tx } from '#platform/server/index.ts'
import { mailNewSignIn } from '../account-mails.service.ts'
import { sentCookie, setCookie } from './cookies.ts'
import * as devices from './devices.queries.ts'
import { mayMailNewSignIn } from './limits.ts'
import { hashToken, isToken, newToken } from './tokens.ts'

const COOKIE = 'device'
/** Remembered browsers of one account. */
const DEVICES_MAX = 50
const YEAR_SECONDS = 365 * 24 * 3600
/** New accounts get no email about their first sign-ins. */
const NEW_ACCOUNT_MS = 5 * 60_000

const secretOf = (ctx: Ctx): string | undefined => {
  const secret = sentCookie(ctx, COOKIE)
  return isToken(secret) ? secret : undefined
}

/** Returns the hash of this browser's secret, if it has one. */
export function sentDeviceHash(ctx: Ctx): Buffer | undefined {
  const secret = secretOf(ctx)
  return secret ? hashToken(secret) : undefined
}

/** Returns this browser's id if the owner of the address has signed in with it before. */
export async function knownDevice(ctx: Ctx, email: string): Promise<string | undefined> {
  const hash = sentDeviceHash(ctx)
  if (!hash) return undefined
  return (await devices.isDeviceOf(ctx.db, email, hash)) ? hash.toString('hex') : undefined
}

/** Remembers this browser for a user, and forgets the one used longest ago above DEVICES_MAX. A shared browser keeps one secret for all its users. */
export async function rememberDevice(ctx: Ctx<Tx>, user_id: string): Promise<{ device_hash: Buffer; is_new: boolean }> {
  const secret = secretOf(ctx) ?? newToken()
  setCookie(ctx, { name: COOKIE, value: secret, max_age: YEAR_SECONDS })
  const device = { user_id, device_hash: hashToken(secret) }
  const { device_hash } = device
  if (await devices.touchDevice(ctx.db, device, ctx.now)) return { device_hash, is_new: false }
  const is_new = await devices.insertDevice(ctx.db, device, ctx.now)
  if (is_new) await devices.trimDevices(ctx.db, device, DEVICES_MAX)
  return { device_hash, is_new }
}

type Owner = { id: string; name: string; email: string; created_at: Date }

/** Remembers this browser and emails the owner if it is new, a few times an hour. Returns the hash of its secret. */
export async function recordDevice(ctx: Ctx<Tx>, user: Owner): Promise<Buffer> {
  const { device_hash, is_new } = await rememberDevice(ctx, user.id)
  const is_told = is_new && ctx.now.getTime() - user.created_at.getTime() > NEW_ACCOUNT_MS
  if (is_told && (await mayMailNewSignIn(ctx, user.id))) await mailNewSignIn(ctx, user)
  return device_hash
}
