import type { Generated } from 'kysely'

type ContactMessageTable = {
  id: Generated<string>
  name: string
  email: string
  subject: string
  message: string
  received_at: Date
  is_spam: boolean
  done_at: Generated<Date | null>
  done_by: Generated<string | null>
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'help.contact_message': ContactMessageTable
  }
}
