import type { Generated, Selectable } from 'kysely'
import type { KeyScope } from '#platform/contract/index.ts'

type ApiKeyTable = {
  id: Generated<string>
  user_id: string
  name: string
  prefix: string
  key_hash: Buffer
  scopes: KeyScope[]
  /** Empty: every origin. */
  allowed_origins: string[]
  per_minute: Generated<number>
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  /** The minute that is being counted, and the calls in it. */
  window_start: Date | null
  window_used: Generated<number>
}
export type ApiKeyRow = Selectable<ApiKeyTable>

declare module '#platform/database/connect.ts' {
  interface Database {
    'developers.api_key': ApiKeyTable
  }
}
