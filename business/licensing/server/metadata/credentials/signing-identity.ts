import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator
} from '@peculiar/x509'
import { CoseAlgorithmIdentifier, LocalSigner, type Signer } from '@trustnxt/c2pa-ts/cose'
import { type OwnCertificate, PEM, requireUsable } from './own-certificate.ts'

/** Who signs the Content Credentials of delivered files. The same identity gives the same bytes for the same file, in every process. */
export type SigningIdentity = {
  signer: Signer
  /** Changes with the certificate. */
  fingerprint: string
}

declare module '#platform/server/context.ts' {
  interface Ports {
    /** Signs the Content Credentials of delivered files. */
    content_credentials: { identity(): Promise<SigningIdentity> }
  }
}

/** Reads a certificate of our own. Throws if it cannot be used. */
export function identityFrom({ certificates, key }: OwnCertificate): SigningIdentity {
  requireUsable({ certificates, key })
  const [own, ...above] = (certificates.match(PEM) ?? []).map((text) => new X509Certificate(text))
  return identityOf(createPrivateKey(key), own!, above)
}

function identityOf(key: KeyObject, own: X509Certificate, above: X509Certificate[]): SigningIdentity {
  const signer = new LocalSigner(pkcs8Of(key), CoseAlgorithmIdentifier.Ed25519, own, above)
  return { signer, fingerprint: createHash('sha256').update(Buffer.from(own.rawData)).digest('base64url') }
}

const spkiOf = (key: KeyObject): Buffer => createPublicKey(key).export({ format: 'der', type: 'spki' })
const pkcs8Of = (key: KeyObject): Uint8Array<ArrayBuffer> => new Uint8Array(key.export({ format: 'der', type: 'pkcs8' }))

/** The prefix of a 32-byte Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const ED25519 = { name: 'Ed25519' }
/** Fixed, so that every process makes the same certificate. */
const VALID = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2056-01-01T00:00:00Z') }
/** Signing of email, which the specification of Content Credentials accepts. */
const SIGNING = ['1.3.6.1.5.5.7.3.4']

/** Makes a certificate that nobody else trusts, and the one above it, from a secret: for installations without a certificate of their own. */
export async function developmentIdentity(secret: string): Promise<SigningIdentity> {
  cryptoProvider.set(crypto)
  const [root, own] = await Promise.all([keysFrom(secret, 'root'), keysFrom(secret, 'signing')])
  const issuer = namesOf('Development root')
  const common = { ...VALID, issuer, signingAlgorithm: ED25519, signingKey: root.signing }
  const above = await X509CertificateGenerator.create({
    ...common,
    serialNumber: '01',
    subject: issuer,
    publicKey: root.verifying,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(root.verifying)
    ]
  })
  const certificate = await X509CertificateGenerator.create({
    ...common,
    serialNumber: '02',
    subject: namesOf('Development'),
    publicKey: own.verifying,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension(SIGNING, false),
      await AuthorityKeyIdentifierExtension.create(root.verifying),
      await SubjectKeyIdentifierExtension.create(own.verifying)
    ]
  })
  return identityOf(own.key, certificate, [above])
}

const namesOf = (name: string) => [{ O: ['Unverified installation'] }, { CN: [name] }]

async function keysFrom(secret: string, label: string) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', `content credentials ${label}`, 32))
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const [signing, verifying] = await Promise.all([
    crypto.subtle.importKey('pkcs8', pkcs8Of(key), ED25519, true, ['sign']),
    crypto.subtle.importKey('spki', new Uint8Array(spkiOf(key)), ED25519, true, ['verify'])
  ])
  return { key, signing, verifying }
}
