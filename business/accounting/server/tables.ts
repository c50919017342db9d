import type { Generated } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'

type ExpenseTable = {
  id: Generated<string>
  occurred_at: Date
  category: string
  description: string
  project: string | null
  amount_cents: Cents
  created_by: string
  created_at: Date
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'accounting.expense': ExpenseTable
  }
}
