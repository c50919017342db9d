import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { REGISTRATION_DAYS } from '../rules.ts'
import { readCookie, setCookie } from './cookies.ts'
import { claimMailing, mailSetPassword, sendMailJob } from './mailing.service.ts'
import { hashPassword, isRightPassword } from './passwords.ts'
import type { User } from './people.service.ts'
import * as queries from './queries.ts'
import { newResetLink } from './recovery.service.ts'
import * as registrations from './registrations.queries.ts'
import { hashToken, newToken } from './tokens.ts'

const COOKIE = 'registration'
const DAY_SECONDS = 24 * 3600
/** Of one address. With so many none is the only one, which is all that counts about them. */
const MOST = 20

/** A hash that fits no registration when the browser has made none. */
const browserOf = ({ caller }: Ctx): Buffer => hashToken(readCookie(caller.headers, COOKIE) ?? '')

type Typed = { name: string; email: string; password: string }

/**
 * Keeps what was typed until someone proves to read the address. It replaces what this browser registered before, or what the same password
 * registered; it replaces nobody else's. The work, two hashings, is the same whatever the address is.
 */
export async function keepRegistration(ctx: Ctx, { password, ...person }: Typed): Promise<void> {
  const secret = newToken()
  const registration = {
    ...person,
    password_hash: await hashPassword(password),
    browser_hash: hashToken(secret),
    created_at: ctx.now
  }
  // Compared outside the transaction, as hashing takes long. Who was overtaken meanwhile compares once more, so that the same
  // password sent many times at once stays one registration.
  const kept = await compareAndKeep(ctx, registration, { password, when_overtaken: 'again' })
  if (!kept) await compareAndKeep(ctx, registration, { password, when_overtaken: 'beside' })
  setCookie(ctx, { name: COOKIE, value: secret, max_age: REGISTRATION_DAYS * DAY_SECONDS })
}

type Compared = { password: string; when_overtaken: 'again' | 'beside' }

async function compareAndKeep(ctx: Ctx, registration: registrations.NewRegistration, compared: Compared): Promise<boolean> {
  const { email } = registration
  const before = await registrations.findRegistration(ctx.db, email, browserOf(ctx))
  const same = await isRightPassword(before?.password_hash, compared.password)
  return inTransaction(ctx, async (ctx) => {
    await registrations.lockAddress(ctx.db, email)
    const last = await registrations.findRegistration(ctx.db, email, browserOf(ctx))
    const overtaken = last?.password_hash !== before?.password_hash
    if (overtaken && compared.when_overtaken === 'again') return false
    const own = last?.browser_hash.equals(browserOf(ctx)) ?? false
    await (last && !overtaken && (own || same) ? replace(ctx, last, registration, same) : add(ctx, registration))
    if (await claimMailing(ctx, 'verification', email)) await sendMailJob(ctx, 'registration', email)
    return true
  })
}

/** The same password keeps its hash: others that are being compared with it are not overtaken. */
async function replace(
  { db }: Ctx<Tx>,
  { id, password_hash }: { id: string; password_hash: string },
  { email: _same, ...registration }: registrations.NewRegistration,
  same_password: boolean
): Promise<void> {
  await registrations.updateRegistration(db, id, same_password ? { ...registration, password_hash } : registration)
}

async function add({ db }: Ctx<Tx>, registration: registrations.NewRegistration): Promise<void> {
  await registrations.insertRegistration(db, registration)
  await registrations.trimRegistrations(db, registration.email, MOST)
}

/** Whether that password waits for the address to be verified: this browser's, or else the newest. */
export async function isWaitingPassword(ctx: Ctx, email: string, password: string): Promise<boolean> {
  const waiting = await registrations.findRegistration(ctx.db, email, browserOf(ctx))
  return isRightPassword(waiting?.password_hash, password)
}

type Newcomer = { id: string; name: string; email: string }

/**
 * The account is its owner's now: with the password of the registration made in this browser, or of the only one there is. Of several that
 * are all from elsewhere none counts, as nobody can tell which is the owner's: a mail lets the owner set one.
 */
export async function verifyAccount(ctx: Ctx<Tx>, { id, name, email }: Newcomer): Promise<User> {
  const waiting = await registrations.takeRegistrations(ctx.db, email)
  const own = browserOf(ctx)
  const chosen = waiting.find(({ browser_hash }) => browser_hash.equals(own)) ?? (waiting.length === 1 ? waiting[0] : undefined)
  if (chosen) await queries.upsertPassword(ctx.db, { user_id: id, hash: chosen.password_hash, changed_at: ctx.now })
  setCookie(ctx, { name: COOKIE, value: '', max_age: 0 })
  const user = await queries.updateUser(ctx.db, id, { name: chosen?.name ?? agreedName(waiting, { name, email }), email_verified: true })
  if (!chosen && !(await queries.hasPassword(ctx.db, id))) await mailSetPassword(ctx, user, await newResetLink(ctx, id))
  return user
}

/** Of several names that differ none counts either: it would be a stranger's word in the owner's account. */
function agreedName(waiting: readonly { name: string }[], { name, email }: { name: string; email: string }): string {
  const [first = name, ...others] = new Set(waiting.map((registration) => registration.name))
  return others.length === 0 ? first : email.slice(0, email.indexOf('@'))
}

export const forgetRegistrations = ({ db, now }: Ctx): Promise<void> =>
  registrations.deleteForgottenRegistrations(db, new Date(now.getTime() - REGISTRATION_DAYS * DAY_SECONDS * 1000))
