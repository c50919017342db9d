import { type Ctx, countSince, countUse, giveBack, networkOf, signedIn, spend, type Tx } from '#platform/server/index.ts'
import { CODE_TRIES } from '../../rules.ts'
import { hashToken } from './tokens.ts'

const HOUR = 3600
const DAY = 86_400

type Attempt = {
  what: 'sign-in' | 'second-factor' | 'passkey' | 'password' | 'proof' | 'totp' | 'code' | 'resend' | 'reminder' | 'reset'
  email: string
  device?: string | undefined
}

const PER_ADDRESS = 100
const PER_ACCOUNT = 20

/**
 * Wrong guesses use up an account's hourly attempts, including the owner's. Therefore a browser in which the owner has signed in before has its
 * own count, with the same limit: strangers cannot lock it out. In a new browser the owner can reset the password by email, which also
 * verifies an address whose code attempts are used up.
 */
const limitsOf = ({ caller }: Ctx, { what, email, device }: Attempt) => [
  { key: `accounts.${what}.ip.${networkOf(caller.ip)}`, most: PER_ADDRESS, seconds: HOUR },
  { key: device ? `accounts.${what}.device.${device}.${email}` : `accounts.${what}.email.${email}`, most: PER_ACCOUNT, seconds: HOUR }
]

/** Counts an attempt before it is made, so that parallel attempts cannot exceed the limit. Works the same for unknown accounts. */
export async function spendAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  for (const limit of limitsOf(ctx, attempt)) await spend(ctx, limit)
}

/** Right passwords cost a hash too. The limits are far above what people need. */
const SUCCESSES_PER_ADDRESS = 3000
const SUCCESSES_PER_ACCOUNT = 1000

/** Counts a sign-in with the right password. */
export async function spendSuccess(ctx: Ctx, email: string): Promise<void> {
  await spend(ctx, { key: `accounts.signed-in.ip.${networkOf(ctx.caller.ip)}`, most: SUCCESSES_PER_ADDRESS, seconds: HOUR })
  await spend(ctx, { key: `accounts.signed-in.email.${email}`, most: SUCCESSES_PER_ACCOUNT, seconds: HOUR })
}

/** Changes that the right password or session allows. Each leaves entries in the audit log that nobody can delete, or an email. */
const CHANGES = {
  password: [
    { most: 10, seconds: HOUR },
    { most: 20, seconds: DAY }
  ],
  profile: [
    { most: 60, seconds: HOUR },
    { most: 200, seconds: DAY }
  ],
  sessions: [{ most: 60, seconds: HOUR }],
  origin: [{ most: 300, seconds: HOUR }],
  email: [
    { most: 10, seconds: HOUR },
    { most: 20, seconds: DAY }
  ],
  security: [
    { most: 60, seconds: HOUR },
    { most: 200, seconds: DAY }
  ]
} as const

/** Counts a change that a person makes to their own account. */
export async function spendChange(ctx: Ctx, change: keyof typeof CHANGES): Promise<void> {
  for (const limit of CHANGES[change]) await spend(ctx, { key: `accounts.change-${change}.${signedIn(ctx).id}`, ...limit })
}

/** Emails about new browsers to one account in an hour. Further sign-ins are recorded without one. */
const NEW_SIGN_IN_MAILS = 5

/** Counts an email about a new browser, in the transaction that sends it. Returns whether it may be sent. */
export const mayMailNewSignIn = async (ctx: Ctx<Tx>, user_id: string): Promise<boolean> =>
  (await countUse(ctx, { key: `accounts.new-sign-in-mail.${user_id}`, seconds: HOUR }, ctx.db)) <= NEW_SIGN_IN_MAILS

/** Undoes spendAttempt after a success: only failures count. */
export async function forgiveAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  for (const limit of limitsOf(ctx, attempt)) await giveBack(ctx, limit)
}

export const spendRegistration = (ctx: Ctx): Promise<void> =>
  spend(ctx, { key: `accounts.registration.ip.${networkOf(ctx.caller.ip)}`, most: PER_ADDRESS, seconds: HOUR })

const byToken = ({ caller }: Ctx) => ({ key: `accounts.new-password.ip.${networkOf(caller.ip)}`, most: PER_ADDRESS, seconds: HOUR })

/** Counts reset tokens tried from one address. forgiveToken undoes it for a valid token. */
export const spendToken = (ctx: Ctx): Promise<void> => spend(ctx, byToken(ctx))

export const forgiveToken = (ctx: Ctx): Promise<void> => giveBack(ctx, byToken(ctx))

type SentCode = { code_hash: string; expires_at: Date }

/**
 * Counts an attempt at a code and returns whether it may be compared. An address without a code has a count too, so that both cost one write.
 * Counted outside the transaction, so that a refusal cannot roll back the attempt.
 */
export async function isCodeOpen({ pool, now }: Ctx, email: string, sent: SentCode | undefined): Promise<boolean> {
  const { code_hash, expires_at } = sent ?? { code_hash: email, expires_at: new Date(now.getTime() - (now.getTime() % (HOUR * 1000))) }
  const key = `accounts.code-attempt.${hashToken(code_hash).toString('base64url')}`
  return (await countSince(pool, key, expires_at.getTime() / 1000)) <= CODE_TRIES
}
