import { AUDIT_DAYS, MAILING_DAYS, REGISTRATION_DAYS } from '#accounts/rules.ts'
import type { RetentionRule } from './retention-text.rules.ts'

export const UNTIL_EXPIRY = { becomes: 'deleted', days: 0, since: 'their expiry', why: 'an expired code or link confirms nothing' } as const

/** What ends of accounts, of requests about stored data, and of consents. */
export const ACCOUNT_RETENTION = [
  {
    id: 'sessions',
    what: 'Sessions, with their network address and browser,',
    where: 'accounts.session',
    becomes: 'deleted',
    days: 0,
    since: 'their expiry',
    why: 'an expired session opens nothing'
  },
  {
    id: 'codes',
    what: 'Verification codes and password reset links',
    where: 'accounts.verification_code, accounts.password_reset',
    ...UNTIL_EXPIRY
  },
  {
    id: 'email_changes',
    what: 'New email addresses that wait for a code, and links that undo a change,',
    where: 'accounts.email_change, accounts.email_undo',
    ...UNTIL_EXPIRY
  },
  {
    id: 'data_exports',
    what: 'Copies of the data stored about a person',
    where: 'privacy.export',
    becomes: 'deleted',
    days: 0,
    since: 'the link expires',
    why: 'the person has had two days to download the copy'
  },
  {
    id: 'data_requests',
    what: 'Requests about stored data from people without an account',
    where: 'privacy.request',
    ...UNTIL_EXPIRY
  },
  {
    id: 'withdrawn_consents',
    what: 'Consents to news that were withdrawn',
    where: 'marketing.consent',
    becomes: 'deleted',
    days: 30,
    since: 'the withdrawal',
    why: 'questions about news that was already on its way can be answered'
  },
  {
    id: 'mailings',
    what: 'Records that we emailed a code or a reset link to an address',
    where: 'accounts.mailing',
    becomes: 'deleted',
    days: MAILING_DAYS,
    since: 'the email',
    why: 'they limit how often strangers can cause email to an address'
  },
  {
    id: 'registrations',
    what: 'Every unverified registration of an address',
    where: 'accounts.registration',
    becomes: 'deleted',
    days: REGISTRATION_DAYS,
    since: 'the newest one',
    why: 'the owner of the address may still confirm it'
  },
  {
    id: 'unverified_accounts',
    what: 'Accounts that were never verified, and the network address of their registration,',
    where: 'accounts.user, accounts.audit_entry',
    becomes: 'deleted',
    days: REGISTRATION_DAYS,
    since: 'the newest registration',
    why: 'the owner of the address may still confirm it; an account that staff already gave something stays'
  },
  {
    id: 'devices',
    what: 'Records of a known browser',
    where: 'accounts.device',
    becomes: 'deleted',
    days: 365,
    since: 'the last sign-in',
    why: 'a sign-in from a new browser is reported by email'
  },
  {
    id: 'audit_origins',
    what: 'Network addresses and browsers in the audit log',
    where: 'accounts.audit_entry',
    becomes: 'deleted',
    days: 180,
    since: 'the entry',
    why: 'they help to find out how an account was misused; the rest of an entry stays'
  },
  {
    id: 'audit_entries',
    what: 'Entries of the audit log',
    where: 'accounts.audit_entry',
    becomes: 'archived',
    days: AUDIT_DAYS,
    since: 'the entry',
    why: 'they are then kept in files, each with its hash; they name people by id'
  }
] as const satisfies readonly RetentionRule[]
