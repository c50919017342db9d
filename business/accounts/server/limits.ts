import { type Ctx, giveBack, spend } from '#platform/server/index.ts'

const HOUR = 3600

type Attempt = { what: 'sign-in' | 'code' | 'resend'; email: string }

const PER_ADDRESS = 100
const PER_ACCOUNT = 20

const limitsOf = ({ caller }: Ctx, { what, email }: Attempt) => [
  { key: `accounts.${what}.ip.${caller.ip}`, most: PER_ADDRESS, seconds: HOUR },
  { key: `accounts.${what}.email.${email}`, most: PER_ACCOUNT, seconds: HOUR }
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
  spend(ctx, { key: `accounts.registration.ip.${ctx.caller.ip}`, most: PER_ADDRESS, seconds: HOUR })
