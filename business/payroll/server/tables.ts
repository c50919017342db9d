import type { Generated } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { Category } from '../rules.ts'

type WageRuleTable = {
  id: Generated<string>
  category: Category
  wage_cents: Cents
  license_price_cents: Cents
  notes: Generated<string>
  created_at: Date
  updated_at: Date
}

type WageTable = {
  id: Generated<string>
  asset_id: string
  employee_id: string
  category: Category
  amount_cents: Cents
  earned_at: Date
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'payroll.wage_rule': WageRuleTable
    'payroll.wage': WageTable
  }
}
