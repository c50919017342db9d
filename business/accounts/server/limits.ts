import { type Ctx, giveBack, networkOf, spend } from '#platform/server/index.ts'

const HOUR = 3600

type Attempt = { what: 'sign-in' | 'password' | 'code' | 'resend' | 'reminder' | 'reset'; email: string; device?: string | undefined }

const PER_ADDRESS = 100
const PER_ACCOUNT = 20

/**
 * Whoever guesses at an account uses up its tries, its owner's too, hour after hour. So a browser that the owner has signed in with before counts
 * apart: strangers cannot lock it out, and what it tries is as limited. From a new browser there is a new password by mail; waiting for
 * a code, when others use up the tries of each, the mailed link opens the account as well.
 */
const limitsOf = ({ caller }: Ctx, { what, email, device }: Attempt) => [
  { key: `accounts.${what}.ip.${networkOf(caller.ip)}`, most: PER_ADDRESS, seconds: HOUR },
  { key: device ? `accounts.${what}.device.${device}.${email}` : `accounts.${what}.email.${email}`, most: PER_ACCOUNT, seconds: HOUR }
]

/** Counts an attempt before it is made, so that many at once cannot pass together. Whether the account exists makes no difference. */
export async function spendAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  for (const limit of limitsOf(ctx, attempt)) await spend(ctx, limit)
}

/** Takes back what spendAttempt counted: only failures use up a limit. */
export async function forgiveAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  for (const limit of limitsOf(ctx, attempt)) await giveBack(ctx, limit)
}

export const spendRegistration = (ctx: Ctx): Promise<void> =>
  spend(ctx, { key: `accounts.registration.ip.${networkOf(ctx.caller.ip)}`, most: PER_ADDRESS, seconds: HOUR })

const byToken = ({ caller }: Ctx) => ({ key: `accounts.new-password.ip.${networkOf(caller.ip)}`, most: PER_ADDRESS, seconds: HOUR })

/** Tries of reset tokens from one address; forgiveToken takes back the one that was right. */
export const spendToken = (ctx: Ctx): Promise<void> => spend(ctx, byToken(ctx))

export const forgiveToken = (ctx: Ctx): Promise<void> => giveBack(ctx, byToken(ctx))
