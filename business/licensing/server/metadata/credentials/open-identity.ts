import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { OwnCertificate, SigningIdentity } from './signing-identity.ts'

export const PEM = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** Throws if the certificate does not belong to the key, or if the key is not Ed25519, whose signatures do not vary. */
export function requireUsable({ certificates, key }: OwnCertificate): void {
  const [own] = certificates.match(PEM) ?? []
  const private_key = createPrivateKey(key)
  if (!own) throw new Error('there is no certificate in the file')
  if (private_key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key')
  if (!new X509Certificate(own).checkPrivateKey(private_key)) throw new Error('the certificate belongs to another key')
}

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
