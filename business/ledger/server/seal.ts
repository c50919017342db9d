import { canonical, HASH_BYTES, sha256 } from '#platform/database/seal.ts'
import type { LineRow, SealRow, TransactionRow } from './verify.queries.ts'

/* Computes the same hashes as the functions in migration 0051. */

export const hashOfTransaction = (one: TransactionRow): Buffer =>
  sha256(canonical('transaction', one.id, one.kind, one.reference, one.description, one.occurred_at, one.line_count, one.booked_at))

export const hashOfLine = (one: LineRow): Buffer =>
  sha256(canonical('line', one.transaction_id, one.position, one.account, one.amount_cents, one.occurred_at, one.party_id, one.asset_id))

export const hashOfSeal = ({ position, transaction_hash, line_hashes }: SealRow, previous: Buffer): Buffer =>
  sha256(Buffer.concat([canonical('seal', position), previous, transaction_hash, line_hashes]))

export const lineHashesOf = ({ line_hashes }: SealRow): Buffer[] =>
  Array.from({ length: line_hashes.length / HASH_BYTES }, (_, place) => line_hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES))
