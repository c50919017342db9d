import type { PersonalData } from '#platform/server/index.ts'

const STAFF = 'who recorded it, by id; the audit log holds it'

export const payrollPersonalData: PersonalData = {
  tables: [
    { name: 'wages', table: 'payroll.wage', ids: ['employee_id'] },
    { name: 'payouts', table: 'payroll.payout', ids: ['employee_id'], without: ['recorded_by', 'request_key'] },
    { name: 'payout-approvals', table: 'payroll.approval', ids: ['payee_id'], without: ['asked_by', 'decided_by', 'request_key'] }
  ],
  left_out: {
    'payroll.payout.recorded_by': STAFF,
    'payroll.wage_rule_version.changed_by': STAFF,
    'payroll.approval.asked_by': STAFF,
    'payroll.approval.decided_by': STAFF
  }
}
