import type { PersonalData } from '#platform/server/index.ts'

const STAFF = 'a decision of staff, who are named by id; the audit log holds it'

export const submissionsPersonalData: PersonalData = {
  tables: [
    { name: 'appeals', table: 'submissions.appeal', ids: ['artist_id'], without: ['rejected_by', 'decided_by'] },
    { name: 'approval-notices', table: 'submissions.approval_notice', ids: ['artist_id'] }
  ],
  left_out: { 'submissions.appeal.rejected_by': STAFF, 'submissions.appeal.decided_by': STAFF }
}
