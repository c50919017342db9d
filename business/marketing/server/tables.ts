import type { Generated } from 'kysely'
import type { AnnouncementState, ConsentSource } from '../rules.ts'

type ConsentTable = {
  id: Generated<string>
  email: string
  agreed_at: Date
  /** The text that the person agreed to. */
  words: string
  source: ConsentSource
  /** The secret part of the link that withdraws it. */
  token: string
  withdrawn_at: Generated<Date | null>
}

type AnnouncementTable = {
  id: Generated<string>
  subject: string
  body: string
  state: Generated<AnnouncementState>
  created_at: Date
  created_by: string
  started_at: Generated<Date | null>
  ended_at: Generated<Date | null>
  /** When the next emails go out, and not before. Kept while it is stopped. */
  next_at: Generated<Date | null>
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'marketing.consent': ConsentTable
    'marketing.announcement': AnnouncementTable
    'marketing.delivery': { announcement_id: string; consent_id: string; sent_at: Date }
  }
}
