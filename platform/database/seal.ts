import { createHash } from 'node:crypto'

/* The hashes of sealed rows, computed here as the database's functions do. Asking the database for them would mean trusting whoever tampered with it. */

export const HASH_BYTES = 32
export const FIRST_HASH = Buffer.alloc(HASH_BYTES)

export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** Prefixes each field with its length in bytes: 4:sale,-,2:10 */
export function canonical(...fields: readonly (string | number | null)[]): Buffer {
  return Buffer.from(fields.map((field) => (field === null ? '-' : `${Buffer.byteLength(String(field))}:${field}`)).join(','))
}
