import { type Ctx, inTransaction, mayMailStranger, type Tx } from '#platform/server/index.ts'
import { REGISTRATION_DAYS } from '../../rules.ts'
import { claimMailing, mailSetPassword, sendMailJob } from '../account-mails.service.ts'
import * as queries from '../queries.ts'
import type { User } from '../users/users.service.ts'
import { sentCookie, setCookie } from './cookies.ts'
import { hashAndCompare, isRightPassword, laneOf } from './passwords.ts'
import * as registrations from './registrations.queries.ts'
import { newResetLink } from './reset-links.ts'
import { hashToken, newToken } from './tokens.ts'

const COOKIE = 'registration'
const DAY_SECONDS = 24 * 3600
/** Maximum number per address. */
const MAX = 20

/** Matches no registration if this browser has made none. */
const browserOf = (ctx: Ctx): Buffer => hashToken(sentCookie(ctx, COOKIE) ?? '')

type Typed = { name: string; email: string; password: string }

/**
 * Stores a registration until the address is verified. It replaces an earlier one from this browser or with the same password, and no
 * others. Always hashes twice, so that the response time reveals nothing about the address.
 */
export async function storeRegistration(ctx: Ctx, { password, ...person }: Typed): Promise<void> {
  const secret = newToken()
  const { email } = person
  const lane = laneOf(ctx, email)
  // Hashing is slow, so the comparison happens outside the transaction. If another registration came in between, it compares one
  // more time, so that parallel submissions of the same password stay one registration.
  const before = await findPendingHash(ctx, email)
  const { hash, same } = await hashAndCompare(password, before, lane)
  const registration = { ...person, password_hash: hash, browser_hash: hashToken(secret), created_at: ctx.now }
  if (!(await store(ctx, registration, { before, same, if_overtaken: 'retry' }))) {
    const overtaking = await findPendingHash(ctx, email)
    const again = await isRightPassword(overtaking, password, lane)
    await store(ctx, registration, { before: overtaking, same: again, if_overtaken: 'add' })
  }
  setCookie(ctx, { name: COOKIE, value: secret, max_age: REGISTRATION_DAYS * DAY_SECONDS })
}

/** `before`: the hash that the password was compared with. */
type Compared = { before: string | undefined; same: boolean; if_overtaken: 'retry' | 'add' }

/** Returns false if another registration came in between and `if_overtaken` is 'retry'. */
async function store(ctx: Ctx, registration: registrations.NewRegistration, { before, same, if_overtaken }: Compared): Promise<boolean> {
  const { email } = registration
  return inTransaction(ctx, async (ctx) => {
    await registrations.lockAddress(ctx.db, email)
    const last = await registrations.findRegistration(ctx.db, email, browserOf(ctx))
    const overtaken = last?.password_hash !== before
    if (overtaken && if_overtaken === 'retry') return false
    const own = last?.browser_hash.equals(browserOf(ctx)) ?? false
    await (last && !overtaken && (own || same) ? replace(ctx, last, registration, same) : add(ctx, registration))
    if ((await claimMailing(ctx, 'verification', email)) && (await mayMailStranger(ctx, email)))
      await sendMailJob(ctx, 'registration', email)
    return true
  })
}

/** The same password keeps its hash, so that parallel comparisons with it stay valid. */
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
  await registrations.trimRegistrations(db, registration.email, MAX)
}

/** Returns the password hash of an unverified registration: this browser's, else the newest. */
export async function findPendingHash(ctx: Ctx, email: string): Promise<string | undefined> {
  return (await registrations.findRegistration(ctx.db, email, browserOf(ctx)))?.password_hash
}

type Newcomer = { id: string; name: string; email: string }

/**
 * Verifies an account and sets the password of the registration from this browser, or of the only one. With several registrations from
 * other browsers none is trusted: the owner gets an email to set a password.
 */
export async function verifyAccount(ctx: Ctx<Tx>, { id, name, email }: Newcomer): Promise<User> {
  const pending = await registrations.takeRegistrations(ctx.db, email)
  const own = browserOf(ctx)
  const chosen = pending.find(({ browser_hash }) => browser_hash.equals(own)) ?? (pending.length === 1 ? pending[0] : undefined)
  if (chosen) await queries.upsertPassword(ctx.db, { user_id: id, hash: chosen.password_hash, changed_at: ctx.now })
  setCookie(ctx, { name: COOKIE, value: '', max_age: 0 })
  const user = await queries.updateUser(ctx.db, id, { name: chosen?.name ?? agreedName(pending, { name, email }), email_verified: true })
  if (!chosen && !(await queries.hasPassword(ctx.db, id)))
    await mailSetPassword(ctx, user, await newResetLink({ db: ctx.db, now: ctx.now, settings: ctx.ports.settings }, id))
  return user
}

/** Returns the name all registrations agree on, else one from the address: a stranger must not name the owner's account. */
function agreedName(pending: readonly { name: string }[], { name, email }: { name: string; email: string }): string {
  const [first = name, ...others] = new Set(pending.map((registration) => registration.name))
  return others.length === 0 ? first : email.slice(0, email.indexOf('@'))
}
