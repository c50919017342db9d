import { sql } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Account } from '../rules.ts'
import './tables.ts'

export type Booked = {
  id: number
  kind: string
  description: string
  occurred_at: Date
  /** Position in the chain of seals, and the hash of the seal. */
  position: number | null
  hash: Buffer | null
  lines: { account: Account; amount_cents: Cents }[]
}

/** Finds the entries with these references, oldest first, each with its lines. */
export async function findBooked(db: Db, kind_references: readonly { kind: string; reference: string }[]): Promise<Booked[]> {
  if (kind_references.length === 0) return []
  const lines = sql<Booked['lines']>`(
    select json_agg(json_build_object('account', line.account, 'amount_cents', line.amount_cents) order by line.position)
    from ledger.line where line.transaction_id = transaction.id)`
  return db
    .selectFrom('ledger.transaction as transaction')
    .leftJoin('ledger.seal as seal', 'seal.transaction_id', 'transaction.id')
    .select(['transaction.id', 'transaction.kind', 'transaction.description', 'transaction.occurred_at', 'seal.position', 'seal.hash'])
    .select(lines.as('lines'))
    .where(({ eb, and, or }) =>
      or(
        kind_references.map(({ kind, reference }) => and([eb('transaction.kind', '=', kind), eb('transaction.reference', '=', reference)]))
      )
    )
    .orderBy('transaction.occurred_at')
    .orderBy('transaction.id')
    .execute()
}
