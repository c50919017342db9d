import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto'

/** A public key as the product's address shows it (RFC 7517, RFC 8037). */
export type PublicKey = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' }
export type SigningKey = { private_key: KeyObject; public_key: PublicKey }

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const BYTES = 32

/** From 32 secret bytes in base64. */
export function signingKey(secret: string): SigningKey {
  const seed = Buffer.from(secret, 'base64')
  if (seed.length !== BYTES) throw new Error(`A signing key has ${BYTES} bytes, this one ${seed.length}.`)
  const private_key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(private_key).export({ format: 'jwk' })
  return { private_key, public_key: publicKey(x) }
}

/** Its name is its thumbprint (RFC 7638), so that nobody has to give it one. */
export function publicKey(x: string): PublicKey {
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }
}

/** The same value is the same text: names in order, no spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

const TYPE = 'license-certificate+jws'
const encoded = (text: string): string => Buffer.from(text).toString('base64url')

/** A compact JWS (RFC 7515) over the canonical JSON of the facts. */
export function signFacts({ private_key, public_key: { kid } }: SigningKey, facts: unknown): string {
  const signed = `${encoded(canonicalJson({ alg: 'EdDSA', kid, typ: TYPE }))}.${encoded(canonicalJson(facts))}`
  return `${signed}.${sign(null, Buffer.from(signed), private_key).toString('base64url')}`
}

export type Checked = { facts: Record<string, unknown>; kid: string } | { problem: 'unreadable' | 'unknown_key' | 'wrong_signature' }

/** The facts of a JWS, if one of these keys signed them. What the header asks for beside our own way is not done. */
export function checkFacts(jws: string, keys: readonly JsonWebKey[]): Checked {
  const [header = '', payload = '', signature = '', ...more] = jws.split('.')
  const head = readJson(header)
  const facts = readJson(payload)
  if (!head || !facts || more.length > 0 || head['alg'] !== 'EdDSA' || head['typ'] !== TYPE) return { problem: 'unreadable' }
  const key = keys.find(({ kty, crv, x }) => kty === 'OKP' && crv === 'Ed25519' && publicKey(String(x)).kid === head['kid'])
  if (!key) return { problem: 'unknown_key' }
  const bytes = Buffer.from(signature, 'base64url')
  const isRight = verify(null, Buffer.from(`${header}.${payload}`), createPublicKey({ key, format: 'jwk' }), bytes)
  // One signature has one spelling: spare bits at the end of base64 would otherwise be free to change.
  return isRight && bytes.toString('base64url') === signature ? { facts, kid: String(head['kid']) } : { problem: 'wrong_signature' }
}

function readJson(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
