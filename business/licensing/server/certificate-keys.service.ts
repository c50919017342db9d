import type { Ctx } from '#platform/server/index.ts'
import * as queries from './certificate-keys.queries.ts'
import { type PublicKey, publicKey, type SigningKey } from './signing.ts'

declare module '#platform/server/context.ts' {
  interface Ports {
    /** What this process signs certificates with. */
    certificates: { key: SigningKey }
  }
}

/** Written down before it signs anything, so that what it signed can be checked after the next key has taken its place. */
export async function keepSigningKey({ db, now, ports }: Ctx): Promise<SigningKey> {
  const { key } = ports.certificates
  await queries.insertKey(db, { kid: key.public_key.kid, public_key: key.public_key.x, first_used_at: now })
  return key
}

/** The keys that certificates may be signed with, older ones too: what they signed stays right. Only a withdrawn one is gone. */
export async function publicKeys({ db, ports }: Ctx): Promise<{ keys: PublicKey[] }> {
  const known = await queries.findKeys(db)
  const own = ports.certificates.key.public_key
  const counting = known.filter(({ withdrawn_at }) => withdrawn_at === null).map(({ public_key }) => publicKey(public_key))
  return { keys: known.some(({ kid }) => kid === own.kid) ? counting : [own, ...counting] }
}
