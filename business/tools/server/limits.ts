import { type Ctx, giveBack, networkOf, signedIn, spend } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { RECIPIENTS_A_DAY } from '../share.rules.ts'

const DAY = 86_400
/** Several people may sit behind one address. */
const PER_ADDRESS = 5 * RECIPIENTS_A_DAY

/** Counts the recipients of one sharing before anything is sent; one that is refused counts none. */
export async function spendRecipients(ctx: Ctx, recipients: number): Promise<void> {
  const limits = [
    { key: `tools.share.user.${signedIn(ctx).id}`, most: RECIPIENTS_A_DAY, seconds: DAY },
    { key: `tools.share.ip.${networkOf(ctx.caller.ip)}`, most: PER_ADDRESS, seconds: DAY }
  ]
  const spent: typeof limits = []
  try {
    for (const limit of limits)
      for (let count = 0; count < recipients; count++) {
        spent.push(limit)
        await spend(ctx, limit, no.too_many_recipients.message)
      }
  } catch (error) {
    for (const limit of spent) await giveBack(ctx, limit)
    throw error
  }
}
