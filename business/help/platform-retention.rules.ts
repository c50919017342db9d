import { UNTIL_EXPIRY } from './retention-accounts.rules.ts'
import type { RetentionRule } from './retention-text.rules.ts'

/** Data that the platform stores for all parts, and when it ends. */
export const PLATFORM_RETENTION = [
  {
    id: 'dead_jobs',
    what: 'Email that could not be delivered, and other failed background work,',
    where: 'jobs.job',
    becomes: 'deleted',
    days: 30,
    since: 'the last attempt',
    why: 'an operator can find and fix the cause'
  },
  { id: 'dead_secrets', what: 'Codes and links in email that could not be delivered', where: 'jobs.job', ...UNTIL_EXPIRY },
  {
    id: 'mailbox',
    what: 'Messages in the built-in mailbox, which only test installations have,',
    where: 'platform.mailbox_message',
    becomes: 'deleted',
    days: 30,
    since: 'they are sent',
    why: 'the mailbox replaces an email server during development'
  },
  {
    id: 'use_counts',
    what: 'Counters of usage limits, which may contain a network or email address,',
    where: 'platform.use_count',
    becomes: 'deleted',
    days: 2,
    since: 'their hour or day begins',
    why: 'no limit counts longer than a day'
  },
  {
    id: 'idempotent_answers',
    what: 'Stored answers to repeated calls',
    where: 'platform.idempotent_answer',
    becomes: 'deleted',
    days: 30,
    since: 'the first call',
    why: 'a repeated call must not buy or pay twice'
  }
] as const satisfies readonly RetentionRule[]
