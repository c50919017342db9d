import type { Ctx, Tx } from './context.ts'
import { countUse, windowEnd } from './limits.ts'
import { Refusal } from './refusal.ts'

const HOUR = 3600
const DAY = 86_400
/** Emails that strangers can cause to one address, of all kinds together. */
const LIMITS = [
  { seconds: HOUR, most: 30 },
  { seconds: DAY, most: 60 }
]

/**
 * Counts an email that anyone can cause to an address they do not own, in the transaction that sends it. Returns the seconds to wait when the
 * address has had its share. Requests from a browser of the owner (`device`) are counted separately, so that strangers cannot use them up.
 */
async function waitFor(ctx: Ctx<Tx>, email: string, device = ''): Promise<number> {
  for (const { seconds, most } of LIMITS)
    if ((await countUse(ctx, { key: `platform.mail.${device}.${email}`, seconds }, ctx.db)) > most) return windowEnd(ctx, seconds)
  return 0
}

/** Returns false when the email must not be sent. */
export const mayMailStranger = async (ctx: Ctx<Tx>, email: string): Promise<boolean> => (await waitFor(ctx, email)) === 0

/** Refuses with 429 when the email must not be sent. */
export async function spendMailTo(ctx: Ctx<Tx>, email: string, device?: string): Promise<void> {
  const wait = await waitFor(ctx, email, device)
  if (wait > 0)
    throw new Refusal('too_many', 429, 'This address was sent too many emails. Please wait before requesting another.', {
      retry_after: wait
    })
}
