import type { Generated } from 'kysely'
import type { RequestKind } from '../rules.ts'

type ExportTable = {
  id: Generated<string>
  /** Null: asked for by a link to an address without an account. */
  user_id: string | null
  email: string
  asked_at: Date
  bytes: Generated<number | null>
  made_at: Generated<Date | null>
  expires_at: Generated<Date | null>
}

type RequestTable = {
  id: Generated<string>
  /** Of the mailed link. Null until the job has mailed it. */
  token_hash: Generated<Buffer | null>
  email: string
  kind: RequestKind
  asked_at: Date
  expires_at: Date
  used_at: Generated<Date | null>
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'privacy.export': ExportTable
    'privacy.request': RequestTable
  }
}
