import { type OwnCertificate, requireUsable } from './own-certificate.ts'
import type { SigningIdentity } from './signing-identity.ts'

/**
 * Checks a certificate of our own at once, and prepares to sign with it, or with one made from the secret. The libraries that sign
 * take a fifth of the memory of an idle process, so they are loaded for the first file that is delivered.
 */
export function openIdentity(secret: string, own: OwnCertificate | undefined): () => Promise<SigningIdentity> {
  if (own) requireUsable(own)
  let identity: Promise<SigningIdentity> | undefined
  return () => {
    identity ??= import('./signing-identity.ts').then(({ developmentIdentity, identityFrom }) =>
      own ? identityFrom(own) : developmentIdentity(secret)
    )
    return identity
  }
}
