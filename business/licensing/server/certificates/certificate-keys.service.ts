import type { Ctx } from '#platform/server/index.ts'
import * as queries from './certificate-keys.queries.ts'
import { type PublicKey, publicKey, type SigningKey } from './signing.ts'

declare module '#platform/server/context.ts' {
  interface Ports {
    /** Signs this process's certificates. */
    certificates: { key: SigningKey }
  }
}

/** Stores the signing key before it signs anything, so that its certificates can be verified after it has been replaced. */
export async function keepSigningKey({ db, now, ports }: Ctx): Promise<SigningKey> {
  const { key } = ports.certificates
  await queries.insertKey(db, { kid: key.public_key.kid, public_key: key.public_key.x, first_used_at: now })
  return key
}

/** Returns the keys that certificates may be signed with. Older keys are included, because their certificates stay valid; withdrawn ones are not. */
export async function publicKeys({ db, ports }: Ctx): Promise<{ keys: PublicKey[] }> {
  const known = await queries.findKeys(db)
  const own = ports.certificates.key.public_key
  const valid = known.filter(({ withdrawn_at }) => withdrawn_at === null).map(({ public_key }) => publicKey(public_key))
  return { keys: known.some(({ kid }) => kid === own.kid) ? valid : [own, ...valid] }
}
