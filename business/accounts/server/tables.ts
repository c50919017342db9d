import type { ColumnType, Generated } from 'kysely'
import type { Role } from '#platform/contract/index.ts'

type UserTable = {
  id: Generated<string>
  name: string
  email: string
  email_verified: Generated<boolean>
  role: Role
  is_active: Generated<boolean>
  avatar_url: string | null
  brand_color: string | null
  created_at: Date
}

type PasswordTable = { user_id: string; hash: string; changed_at: Date }

type SessionTable = {
  id: Generated<string>
  token_hash: Buffer
  user_id: string
  created_at: Date
  expires_at: Date
  ip: string
  user_agent: string
}

type VerificationCodeTable = { user_id: string; code_hash: Buffer; tries: Generated<number>; expires_at: Date }

type MailingTable = { kind: string; email: string; sent_at: Date }

type AuditEntryTable = {
  id: Generated<number>
  occurred_at: Generated<Date>
  actor_id: string | null
  action: string
  subject: string
  details: ColumnType<unknown, string, never>
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'accounts.user': UserTable
    'accounts.password': PasswordTable
    'accounts.session': SessionTable
    'accounts.verification_code': VerificationCodeTable
    'accounts.mailing': MailingTable
    'accounts.audit_entry': AuditEntryTable
  }
}
