import { createHash } from 'node:crypto'
import type { LineRow, SealRow, TransactionRow } from './verify.queries.ts'

/* Computes the same hashes as the functions in migration 0051. Asking the database for them would mean trusting whoever tampered with it. */

export const HASH_BYTES = 32
export const FIRST_HASH = Buffer.alloc(HASH_BYTES)

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** Prefixes each field with its length in bytes: 4:sale,-,2:10 */
export function canonical(...fields: readonly (string | number | null)[]): Buffer {
  return Buffer.from(fields.map((field) => (field === null ? '-' : `${Buffer.byteLength(String(field))}:${field}`)).join(','))
}

export const hashOfTransaction = (one: TransactionRow): Buffer =>
  sha256(canonical('transaction', one.id, one.kind, one.reference, one.description, one.occurred_at, one.line_count, one.booked_at))

export const hashOfLine = (one: LineRow): Buffer =>
  sha256(canonical('line', one.transaction_id, one.position, one.account, one.amount_cents, one.occurred_at, one.party_id, one.asset_id))

export const hashOfSeal = ({ position, transaction_hash, line_hashes }: SealRow, previous: Buffer): Buffer =>
  sha256(Buffer.concat([canonical('seal', position), previous, transaction_hash, line_hashes]))

export const lineHashesOf = ({ line_hashes }: SealRow): Buffer[] =>
  Array.from({ length: line_hashes.length / HASH_BYTES }, (_, place) => line_hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES))
