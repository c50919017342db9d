import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto'

/** A public key as a JSON Web Key (RFC 7517, RFC 8037). */
export type PublicKey = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' }
export type SigningKey = { private_key: KeyObject; public_key: PublicKey }

/** The prefix of a 32-byte Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const BYTES = 32

/** Creates a signing key from 32 secret bytes in base64. */
export function signingKey(secret: string): SigningKey {
  const seed = Buffer.from(secret, 'base64')
  if (seed.length !== BYTES) throw new Error(`A signing key must have ${BYTES} bytes, but this one has ${seed.length}.`)
  const private_key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(private_key).export({ format: 'jwk' })
  return { private_key, public_key: publicKey(x) }
}

/** Builds the public key. Its id is its thumbprint (RFC 7638). */
export function publicKey(x: string): PublicKey {
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }
}

/** Serializes equal values to the same text: sorted names, no spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

const TYPE = 'license-certificate+jws'
const encoded = (text: string): string => Buffer.from(text).toString('base64url')

/** Signs the canonical JSON of the payload as a compact JWS (RFC 7515). */
export function signPayload({ private_key, public_key: { kid } }: SigningKey, payload: unknown): string {
  const signed = `${encoded(canonicalJson({ alg: 'EdDSA', kid, typ: TYPE }))}.${encoded(canonicalJson(payload))}`
  return `${signed}.${sign(null, Buffer.from(signed), private_key).toString('base64url')}`
}

export type Checked = { payload: Record<string, unknown>; kid: string } | { problem: 'unreadable' | 'unknown_key' | 'wrong_signature' }

/** Returns the payload of a JWS if one of these keys signed it. Only our own header is accepted. */
export function verifySignedPayload(jws: string, keys: readonly JsonWebKey[]): Checked {
  const [header = '', encodedPayload = '', signature = '', ...more] = jws.split('.')
  const head = readJson(header)
  const payload = readJson(encodedPayload)
  if (!head || !payload || more.length > 0 || head['alg'] !== 'EdDSA' || head['typ'] !== TYPE) return { problem: 'unreadable' }
  const key = keys.find(({ kty, crv, x }) => kty === 'OKP' && crv === 'Ed25519' && publicKey(String(x)).kid === head['kid'])
  if (!key) return { problem: 'unknown_key' }
  const bytes = Buffer.from(signature, 'base64url')
  const isValid = verify(null, Buffer.from(`${header}.${encodedPayload}`), createPublicKey({ key, format: 'jwk' }), bytes)
  // A signature has exactly one encoding. Otherwise the spare bits at the end of base64 could be changed.
  return isValid && bytes.toString('base64url') === signature ? { payload, kid: String(head['kid']) } : { problem: 'wrong_signature' }
}

function readJson(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
