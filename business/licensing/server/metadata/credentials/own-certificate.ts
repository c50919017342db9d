import { createPrivateKey, X509Certificate } from 'node:crypto'

/** PEM texts: the certificate followed by those above it, and its Ed25519 key in PKCS #8. */
export type OwnCertificate = { certificates: string; key: string }

export const PEM = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** Throws if the certificate does not belong to the key, or if the key is not Ed25519, whose signatures do not vary. */
export function requireUsable({ certificates, key }: OwnCertificate): void {
  const [own] = certificates.match(PEM) ?? []
  const private_key = createPrivateKey(key)
  if (!own) throw new Error('there is no certificate in the file')
  if (private_key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key')
  if (!new X509Certificate(own).checkPrivateKey(private_key)) throw new Error('the certificate belongs to another key')
}
