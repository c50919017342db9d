import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, giveBack, networkOf, refuse, spend } from '#platform/server/index.ts'
import { refusals, type verifyCertificate } from '../../contract.ts'
import { initialsOf, mayDownload, readCertificateNumber } from '../../rules.ts'
import { findReader, stateFor } from '../access.service.ts'
import * as queries from '../queries.ts'
import { findChain } from '../transfer/transfer.queries.ts'

/** Maximum unknown numbers per network. A number has 80 random bits, so guessing is not practical anyway. */
const GUESSES = { most: 60, seconds: 3600 }

/** Returns whether a certificate is still valid. Reveals less than the certificate itself. */
export async function verify(ctx: Ctx, typed: string): Promise<Answer<typeof verifyCertificate>> {
  const guess = { key: `licensing.verify.ip.${networkOf(ctx.caller.ip)}`, ...GUESSES }
  await spend(ctx, guess)
  const number = readCertificateNumber(typed)
  const license = number && (await queries.findByCertificate(ctx.db, number))
  if (!license) throw refuse(refusals, 'certificate_not_found')
  await giveBack(ctx, guess)
  const status =
    license.plan_owner_id === null ? license.status : stateFor(await findReader(ctx, license.plan_owner_id), { ...license, is_held: false })
  return {
    certificate_number: license.certificate_number,
    valid: mayDownload({ status }),
    status,
    ...(await findChain(ctx.db, license)),
    asset_title: license.asset_title,
    license_type: license.license_type,
    from_plan: license.subscription_id !== null,
    issued_at: license.created_at.toISOString(),
    ended_at: license.ended_at?.toISOString() ?? null,
    licensee: initialsOf(license.licensee_name)
  }
}
