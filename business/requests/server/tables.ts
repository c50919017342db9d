import type { Generated } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { ScanState } from '#platform/server/index.ts'
import type { RequestCategory, RequestState, TimelineKind } from '../rules.ts'

type RequestTable = {
  id: Generated<string>
  client_id: string
  title: string
  description: string
  category: RequestCategory
  budget_cents: Cents | null
  /** YYYY-MM-DD in California. */
  due_date: string | null
  status: Generated<RequestState>
  assigned_employee_id: Generated<string | null>
  created_at: Date
  updated_at: Date
  last_position: Generated<number>
}

type EventTable = {
  request_id: string
  position: number
  kind: TimelineKind | 'message'
  actor_id: string
  status: RequestState | null
  employee_id: string | null
  happened_at: Date
}

type MessageTable = {
  id: Generated<string>
  request_id: string
  position: number
  author_id: string
  body: string
  client_key: string | null
  created_at: Date
}

type AttachmentTable = {
  id: string
  request_id: string
  uploader_id: string
  message_id: Generated<string | null>
  place: Generated<number>
  filename: string
  content_type: string
  bytes: number
  file_key: string
  preview_key: string | null
  created_at: Date
  stored_at: Generated<Date | null>
  scan_state: Generated<ScanState>
  scan_found: Generated<string | null>
}

type ReaderTable = {
  request_id: string
  person_id: string
  read_position: Generated<number>
  seen_at: Generated<Date | null>
  mailed_position: Generated<number>
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'requests.request': RequestTable
    'requests.event': EventTable
    'requests.message': MessageTable
    'requests.attachment': AttachmentTable
    'requests.reader': ReaderTable
  }
}
