import { type Ctx, giveBack, networkOf, signedIn, spend } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import { RECIPIENTS_PER_DAY } from '../share.rules.ts'

const DAY = 86_400
/** Several people may share a network address. */
const PER_NETWORK = 5 * RECIPIENTS_PER_DAY

/** Counts the recipients against the daily limits before anything is sent. If a limit is exceeded, none is counted. */
export async function spendRecipients(ctx: Ctx, recipients: number): Promise<void> {
  const limits = [
    { key: `tools.share.user.${signedIn(ctx).id}`, most: RECIPIENTS_PER_DAY, seconds: DAY },
    { key: `tools.share.ip.${networkOf(ctx.caller.ip)}`, most: PER_NETWORK, seconds: DAY }
  ]
  const spent: typeof limits = []
  try {
    for (const limit of limits)
      for (let count = 0; count < recipients; count++) {
        spent.push(limit)
        await spend(ctx, limit, refusals.too_many_recipients.message)
      }
  } catch (error) {
    for (const limit of spent) await giveBack(ctx, limit)
    throw error
  }
}
