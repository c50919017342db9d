import type { Generated } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { AppealState } from '../appeal.rules.ts'

type AppealTable = {
  id: Generated<string>
  asset_id: string
  artist_id: string
  message: string
  made_at: Date
  rejected_at: Date
  rejected_by: string | null
  reason: string | null
  reason_codes: string[]
  state: Generated<AppealState>
  decided_by: string | null
  /** When it was decided, or withdrawn by resubmitting the asset. */
  ended_at: Date | null
  answer: string | null
}

/** Approvals of which the artist has not been told yet. */
type ApprovalNoticeTable = { asset_id: string; artist_id: string; approved_at: Date; wage_cents: Cents | null }

declare module '#platform/database/connect.ts' {
  interface Database {
    'submissions.appeal': AppealTable
    'submissions.approval_notice': ApprovalNoticeTable
  }
}
