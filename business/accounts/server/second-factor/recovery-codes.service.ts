import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, type Tx } from '#platform/server/index.ts'
import { refusals, type renewRecoveryCodes } from '../../security.contract.ts'
import { lockSelf } from '../profile/profile.service.ts'
import { spendChange } from '../sign-in/limits.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import * as queries from './second-factor.queries.ts'
import { recordChange } from './security-changes.service.ts'

/** Creates recovery codes and returns them, for the only time. Earlier codes stop working. The caller has locked the user. */
export async function issueRecoveryCodes({ db, now }: Ctx<Tx>, user_id: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await queries.replaceRecoveryCodes(db, user_id, codes.map(hashRecoveryCode), now)
  return codes
}

export async function renew(ctx: Ctx): Promise<Answer<typeof renewRecoveryCodes>> {
  await spendChange(ctx, 'security')
  return inTransaction(ctx, async (ctx) => {
    const { id } = await lockSelf(ctx)
    const { totp, passkeys } = await queries.findFactors(ctx.db, id)
    if (!totp && passkeys === 0) throw refuse(refusals, 'no_second_factor')
    await recordChange(ctx, 'recovery_codes_renewed')
    return { recovery_codes: await issueRecoveryCodes(ctx, id) }
  })
}
