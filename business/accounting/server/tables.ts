import type { Generated } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'

type ExpenseTable = {
  id: Generated<string>
  occurred_at: Date
  category: string
  description: string
  project: string | null
  /** Negative in a reversal. */
  amount_cents: Cents
  reverses: Generated<string | null>
  reason: Generated<string | null>
  created_by: string
  created_at: Date
  /** The Idempotency-Key of the call, unique per creator. */
  request_key: Generated<string | null>
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'accounting.expense': ExpenseTable
  }
}
