import type { Generated } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { Account } from '../rules.ts'

type TransactionTable = {
  id: Generated<number>
  kind: string
  reference: string
  description: string
  occurred_at: Date
  line_count: number
  booked_at: Generated<Date>
}

type LineTable = {
  transaction_id: number
  position: number
  account: Account
  amount_cents: Cents
  occurred_at: Date
  party_id: string | null
  asset_id: string | null
}

/** Hashes are 32 bytes each (SHA-256). */
type SealTable = {
  position: number
  transaction_id: number
  previous_hash: Buffer
  transaction_hash: Buffer
  line_hashes: Buffer
  hash: Buffer
}

type HeadTable = { position: number; hash: Buffer }

/** Exactly one of `position` and `broken` is set. */
type VerificationTable = { id: Generated<number>; verified_at: Date; position: number | null; broken: string | null }

declare module '#platform/database/connect.ts' {
  interface Database {
    'ledger.transaction': TransactionTable
    'ledger.line': LineTable
    'ledger.seal': SealTable
    'ledger.head': HeadTable
    'ledger.checkpoint': HeadTable & { recorded_at: Date }
    'ledger.verification': VerificationTable
  }
}
