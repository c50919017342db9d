import type { ColumnType, Generated } from 'kysely'
import type { Grant, Role } from '#platform/contract/index.ts'
import type { AuditArea } from '../audit.rules.ts'

type UserTable = {
  id: Generated<string>
  name: string
  email: string
  email_verified: Generated<boolean>
  role: Role
  /** What an admin may do. Null: everything. */
  grants: Generated<Grant[] | null>
  is_active: Generated<boolean>
  avatar_url: string | null
  brand_color: string | null
  /** '#rrggbb' */
  palette: Generated<string[]>
  /** By which the person filters the catalogue. */
  remembered_origin: string | null
  created_at: Date
  /** Since when the person is an admin. Null: since the account exists, or no admin. */
  admin_since: Date | null
  deleted_at: Generated<Date | null>
  /** The password is public. */
  is_demo: Generated<boolean>
}

type PasswordTable = {
  user_id: string
  hash: string
  changed_at: Date
  /** From when on somebody else may have known it, if a change of the email address was undone and no mailed link has set a new one since. */
  suspect_since: Generated<Date | null>
}

type SessionTable = {
  id: Generated<string>
  token_hash: Buffer
  user_id: string
  created_at: Date
  expires_at: Date
  ip: string
  user_agent: string
  last_seen_at: Date
  /** When the person last proved in this session who they are. */
  proven_at: Date | null
}

type RegistrationTable = {
  id: Generated<string>
  email: string
  name: string
  password_hash: string
  browser_hash: Buffer
  created_at: Date
}

type PasswordResetTable = { user_id: string; purpose: Generated<'reset' | 'admin_setup'>; token_hash: Buffer; expires_at: Date }

type DeviceTable = { user_id: string; device_hash: Buffer; first_seen_at: Date; last_seen_at: Date; trusted_until: Date | null }

type TotpTable = {
  id: string
  user_id: string
  is_confirmed: Generated<boolean>
  sealed: Buffer
  key_id: string
  wrapped_key: Buffer
  created_at: Date
}

type RecoveryCodeTable = { user_id: string; code_hash: Buffer; created_at: Date }

type PasskeyTable = {
  id: Generated<string>
  user_id: string
  name: string
  credential_id: Buffer
  public_key: Buffer
  use_counter: number
  transports: string[]
  created_at: Date
  last_used_at: Date | null
}

type VerificationCodeTable = { user_id: string; code_hash: string; expires_at: Date }

type EmailChangeTable = { user_id: string; new_email: string; asked_at: Date; code_hash: Generated<string | null>; expires_at: Date }

type EmailUndoTable = {
  token_hash: Buffer
  user_id: string
  old_email: string
  new_email: string
  changed_at: Date
  /** When the session began that made the change. Null: not known. */
  session_opened_at: Date | null
  expires_at: Date
}

type MailingTable = { kind: string; email: string; sent_at: Date }

type AuditEntryTable = {
  id: Generated<number>
  occurred_at: Generated<Date>
  actor_id: string | null
  action: string
  subject_kind: string
  subject: string
  details: ColumnType<unknown, string, never>
  /** Null in entries from before there were areas. */
  area: Generated<AuditArea | null>
}

type AuditSealTable = { position: number; entry_id: number; entry_hash: Buffer; hash: Buffer }

type AuditArchiveTable = { first_position: number; last_position: number; file_key: string; file_hash: Buffer; archived_at: Date }

type SavedViewTable = { id: Generated<string>; user_id: string; path: string; name: string; query: string; created_at: Date }

declare module '#platform/database/connect.ts' {
  interface Database {
    'accounts.user': UserTable
    'accounts.password': PasswordTable
    'accounts.session': SessionTable
    'accounts.verification_code': VerificationCodeTable
    'accounts.registration': RegistrationTable
    'accounts.password_reset': PasswordResetTable
    'accounts.device': DeviceTable
    'accounts.email_change': EmailChangeTable
    'accounts.email_undo': EmailUndoTable
    'accounts.totp': TotpTable
    'accounts.recovery_code': RecoveryCodeTable
    'accounts.passkey': PasskeyTable
    'accounts.mailing': MailingTable
    'accounts.saved_view': SavedViewTable
    'accounts.audit_entry': AuditEntryTable
    'accounts.audit_unsealed': { entry_id: number }
    'accounts.audit_seal': AuditSealTable
    'accounts.audit_head': { position: number; hash: Buffer }
    'accounts.audit_archive': AuditArchiveTable
  }
}
