import type { ColumnType, Generated } from 'kysely'
import type { Category } from '#catalogue/rules.ts'
import type { Cents } from '#platform/contract/index.ts'
import type { ApprovalKind } from '../approvals.rules.ts'
import type { PaymentMethod } from '../rules.ts'

type WageRuleTable = {
  id: Generated<string>
  category: Category
  wage_cents: Cents
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
  /** The version of the rule in effect when it was booked; null for wages booked before versions existed. */
  rule_version_id: number | null
}

type WageRuleVersionTable = {
  id: Generated<number>
  category: string
  version: number
  wage_cents: Cents
  /** The version of the license price that was set together with this wage. */
  license_price_version_id: number
  notes: string
  is_deleted: Generated<boolean>
  changed_at: Date
  changed_by: string | null
}

type PayoutTable = {
  id: Generated<string>
  employee_id: string
  amount_cents: Cents
  payment_method: PaymentMethod
  reference_number: string | null
  notes: string | null
  recorded_by: string
  paid_at: Date
  /** The Idempotency-Key of the request, unique for each admin. */
  request_key: Generated<string | null>
  /** The payout that this one reverses. */
  reverses: Generated<string | null>
}

type ApprovalTable = {
  id: Generated<string>
  kind: ApprovalKind
  change: ColumnType<unknown, string, never>
  payee_id: string | null
  asked_by: string
  asked_at: Date
  request_key: string | null
  expires_at: Date
  decision: Generated<'approved' | 'refused' | null>
  decided_by: Generated<string | null>
  decided_at: Generated<Date | null>
  reason: Generated<string | null>
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'payroll.wage_rule': WageRuleTable
    'payroll.wage': WageTable
    'payroll.wage_rule_version': WageRuleVersionTable
    'payroll.payout': PayoutTable
    'payroll.approval': ApprovalTable
    'payroll.settings': { two_person_approval: boolean }
  }
}
