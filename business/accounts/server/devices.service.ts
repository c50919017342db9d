import type { Ctx, Tx } from '#platform/server/index.ts'
import { readCookie, setCookie } from './cookies.ts'
import * as devices from './devices.queries.ts'
import { mailNewSignIn } from './mailing.service.ts'
import { hashToken, isToken, newToken } from './tokens.ts'

const COOKIE = 'device'
const YEAR_SECONDS = 365 * 24 * 3600
/** Someone who has just registered or been given an account needs no mail about the first sign-ins. */
const NEW_ACCOUNT_MS = 5 * 60_000

const secretOf = ({ caller }: Ctx): string | undefined => {
  const secret = readCookie(caller.headers, COOKIE)
  return isToken(secret) ? secret : undefined
}

/** What to tell this browser by, when whoever has that address has signed in with it before. */
export async function knownDevice(ctx: Ctx, email: string): Promise<string | undefined> {
  const secret = secretOf(ctx)
  if (!secret) return undefined
  const hash = hashToken(secret)
  return (await devices.isDeviceOf(ctx.db, email, hash)) ? hash.toString('hex') : undefined
}

/** From now on this browser is known as one of theirs; true when it was not before. Browsers that several people share keep one secret for all. */
export async function rememberDevice(ctx: Ctx<Tx>, user_id: string): Promise<boolean> {
  const secret = secretOf(ctx) ?? newToken()
  setCookie(ctx, { name: COOKIE, value: secret, max_age: YEAR_SECONDS })
  const device = { user_id, device_hash: hashToken(secret) }
  return !(await devices.touchDevice(ctx.db, device, ctx.now)) && devices.insertDevice(ctx.db, device, ctx.now)
}

type Owner = { id: string; name: string; email: string; created_at: Date }

/** Remembers it, and tells the owner by mail when it is a new one. */
export async function noticeDevice(ctx: Ctx<Tx>, user: Owner): Promise<void> {
  const is_new = await rememberDevice(ctx, user.id)
  if (is_new && ctx.now.getTime() - user.created_at.getTime() > NEW_ACCOUNT_MS) await mailNewSignIn(ctx, user)
}

/** Those whose cookie has ended. */
export const forgetDevices = ({ db, now }: Ctx): Promise<void> =>
  devices.deleteOldDevices(db, new Date(now.getTime() - YEAR_SECONDS * 1000))
