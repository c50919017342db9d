import type { PersonalData } from '#platform/server/index.ts'

export const accountingPersonalData: PersonalData = {
  tables: [],
  left_out: { 'accounting.expense.created_by': 'an entry of the books; the audit log holds what the person did' }
}
