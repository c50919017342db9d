import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { no } from '../profile.contract.ts'
import { forgiveAttempt, spendAttempt } from './limits.ts'
import { whenceOf } from './mailing.service.ts'
import { isRightPassword } from './passwords.ts'
import { audit } from './people.service.ts'
import * as queries from './queries.ts'

export const wrongPassword = () => refuse(no, 'wrong_password', { fields: { current_password: no.wrong_password.message } })

/** Has whoever is signed in prove to be the account's owner; answers the hash that fitted. Wrong ones are limited like sign-ins. */
export async function requirePassword(ctx: Ctx, password: string): Promise<string> {
  const { id, email } = signedIn(ctx)
  const attempt = { what: 'password', email } as const
  await spendAttempt(ctx, attempt)
  const { hash } = (await queries.findCredentials(ctx.db, email)) ?? {}
  if (!hash || !(await isRightPassword(hash, password))) {
    await audit(ctx.pool, { actor_id: id, action: 'user.password_refused', subject_kind: 'user', subject: id, details: whenceOf(ctx) })
    throw wrongPassword()
  }
  await forgiveAttempt(ctx, attempt)
  return hash
}
