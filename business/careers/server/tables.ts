import type { Generated } from 'kysely'
import type { ScanState } from '#platform/server/index.ts'
import type { ApplicantState, Availability, FileKind, WorkAuth } from '../rules.ts'

type ApplicantTable = {
  id: Generated<string>
  first_name: string
  last_name: string
  email: string
  phone: string
  location: string
  portfolio_url: string
  years_experience: number | null
  skills: string
  availability: Availability
  work_auth: WorkAuth
  legal_notice_ack: boolean
  ip_ack: boolean
  status: Generated<ApplicantState>
  notes: Generated<string>
  gov_id_verified: Generated<boolean>
  client_key: string | null
  created_at: Date
  rejected_at: Generated<Date | null>
  hired_at: Generated<Date | null>
}

type ApplicantFileTable = {
  applicant_id: string
  kind: FileKind
  filename: string
  content_type: string
  bytes: number
  file_key: string
  key_id: string
  wrapped_key: Buffer
  scan_state: Generated<ScanState>
  scan_found: Generated<string | null>
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'careers.applicant': ApplicantTable
    'careers.applicant_file': ApplicantFileTable
  }
}
