import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key that encrypts other keys. Its id comes from the key itself, so that none can be taken for another. */
export type WrappingKey = { id: string; key: Buffer }

/** The first wraps what is new; the others open what is older. */
export type KeyRing = readonly [WrappingKey, ...WrappingKey[]]

export type Sealed = { bytes: Buffer; key_id: string; wrapped_key: Buffer }

/** `texts` are 32 bytes each, in base64 or base64url. */
export function keyRing(texts: readonly string[]): KeyRing {
  const keys = texts.map((text) => {
    const key = Buffer.from(text, 'base64')
    if (key.length !== KEY_BYTES) throw new Error('A key for applicants’ files is 32 bytes in base64.')
    return { id: createHash('sha256').update('applicants/').update(key).digest('hex').slice(0, 16), key }
  })
  const [first, ...others] = keys
  if (!first) throw new Error('There is no key for applicants’ files.')
  return [first, ...others]
}

/** Encrypts with a key made for this file alone, which is kept wrapped. `about` names the file: what is sealed for one opens for no other. */
export function seal([wrapping]: KeyRing, about: string, bytes: Buffer): Sealed {
  const own = randomBytes(KEY_BYTES)
  return { bytes: encrypt(own, about, bytes), ...wrap(wrapping, about, own) }
}

/** The file's bytes; 'missing' where the ring lacks the key, 'damaged' where key and bytes do not fit. */
export function unseal(ring: KeyRing, about: string, { bytes, ...wrapped }: Sealed): Buffer | 'missing' | 'damaged' {
  const own = unwrap(ring, about, wrapped)
  return Buffer.isBuffer(own) ? (decrypt(own, about, bytes) ?? 'damaged') : own
}

/** The same file's key under the ring's first; the file itself stays as it is. */
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

/** AES-256-GCM: nonce, tag, then as many bytes as before. */
function encrypt(key: Buffer, about: string, bytes: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about))
  const hidden = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden])
}

/** Nothing where a single bit of key, name or bytes differs. */
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
