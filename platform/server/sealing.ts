import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key that encrypts other keys. Its id is derived from the key. */
export type WrappingKey = { id: string; key: Buffer }

/** The first key wraps new data; the others open older data. */
export type KeyRing = readonly [WrappingKey, ...WrappingKey[]]

export type Sealed = { bytes: Buffer; key_id: string; wrapped_key: Buffer }

/** Parses keys of 32 bytes each, in base64 or base64url. */
export function keyRing(texts: readonly string[]): KeyRing {
  const keys = texts.map((text) => {
    const key = Buffer.from(text, 'base64')
    if (key.length !== KEY_BYTES) throw new Error('A key that encrypts files and secrets must be 32 bytes in base64.')
    // Applicants' files were the first use, and stored rows name these ids.
    return { id: createHash('sha256').update('applicants/').update(key).digest('hex').slice(0, 16), key }
  })
  const [first, ...others] = keys
  if (!first) throw new Error('No key that encrypts files and secrets is set.')
  return [first, ...others]
}

/** Encrypts with a key for these bytes only, which is stored wrapped. `about` names what they are: bytes sealed for one thing cannot be opened as another. */
export function seal([wrapping]: KeyRing, about: string, bytes: Buffer): Sealed {
  const own = randomBytes(KEY_BYTES)
  return { bytes: encrypt(own, about, bytes), ...wrap(wrapping, about, own) }
}

/** Returns the bytes, 'missing' if the ring lacks the key, or 'damaged' if key and bytes do not match. */
export function unseal(ring: KeyRing, about: string, { bytes, ...wrapped }: Sealed): Buffer | 'missing' | 'damaged' {
  const own = unwrap(ring, about, wrapped)
  return Buffer.isBuffer(own) ? (decrypt(own, about, bytes) ?? 'damaged') : own
}

/** Rewraps the key of sealed bytes with the ring's first key. The bytes do not change. */
export function rewrap(ring: KeyRing, about: string, wrapped: Omit<Sealed, 'bytes'>): Omit<Sealed, 'bytes'> | 'missing' | 'damaged' {
  const own = unwrap(ring, about, wrapped)
  return Buffer.isBuffer(own) ? wrap(ring[0], about, own) : own
}

const wrap = ({ id, key }: WrappingKey, about: string, own: Buffer) => ({ key_id: id, wrapped_key: encrypt(key, `key ${about}`, own) })

function unwrap(ring: KeyRing, about: string, { key_id, wrapped_key }: Omit<Sealed, 'bytes'>): Buffer | 'missing' | 'damaged' {
  const wrapping = ring.find(({ id }) => id === key_id)
  if (!wrapping) return 'missing'
  return decrypt(wrapping.key, `key ${about}`, wrapped_key) ?? 'damaged'
}

/** AES-256-GCM: nonce, tag, then the ciphertext. */
function encrypt(key: Buffer, about: string, bytes: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about))
  const hidden = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden])
}

/** Returns undefined if any bit of key, name or bytes differs. */
function decrypt(key: Buffer, about: string, sealed: Buffer): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
  const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
