/** A queue of jobs at one moment. `oldest` is when its oldest due job should have started. */
export type QueueState = {
  name: string
  waiting: number
  failed: number
  oldest: Date | null
  /** When the oldest of the jobs that failed and are tried again was sent. */
  failing_since: Date | null
}

/** What the alerts are decided from. */
export type Measured = {
  queues: readonly QueueState[]
  /** Emails that the mail server did not take and that are tried again, and when the oldest of them was written. */
  mails: { retrying: number; oldest: Date | null }
  /** The newest job that failed for good. */
  last_failed_at: Date | null
  /** Of the webhook events that are not processed, when the oldest arrived. */
  oldest_event_at: Date | null
  unprocessed_events: number
  disk_is_low: boolean
  store_is_reachable: boolean
  /** The last check of the ledger's seals, if there was one, and what it found to be broken. */
  ledger: { checked_at: Date | null; broken: string | null }
  /** The end of the last good backup. Null: there was never one. */
  last_backup_at: Date | null
  /** Nothing can be overdue for longer than since then. */
  watched_since: Date
}

export type Problem = {
  /** What is wrong, the same as long as it lasts. */
  id: string
  /** A sentence without its period. */
  title: string
  /** What to do about it. */
  advice: string
  /** `never`: the problem would stop the email, or another email reports it. Its end is mailed. */
  mail: 'daily' | 'when_new' | 'never'
  /** For `when_new`: the problem is mailed again only if this is after the last email. */
  newest?: Date
}

export const ALERT = {
  /** A webhook event is processed within seconds, or again after a failure. */
  event_minutes: 30,
  /** Emails that the mail server does not take for this long: it is down, or refuses us. */
  mail_minutes: 10,
  /** The ledger is checked each night, and backups are made each night. */
  ledger_hours: 26,
  backup_hours: 26,
  reminder_hours: 24,
  /** A problem is resolved when it has been gone for this long: one that comes and goes is one problem. */
  gone_minutes: 15,
  /** The end of a problem whose start was not mailed is mailed only if it lasted this long. */
  silent_minutes: 60
} as const

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** What an admin reads instead of a queue's name, and after how many minutes a waiting job is late. First match wins. */
const QUEUES: readonly [pattern: RegExp, title: string, late_minutes: number][] = [
  [/^platform\.send-urgent-mail$/, 'Urgent email', 5],
  [/^platform\.send-mail$/, 'Email', 10],
  [/^platform\.remove-expired-mail$/, 'Removing expired email', 60],
  [/^accounts\.mail-asked$/, 'Codes and links for accounts', 5],
  [/^accounts\.verify-audit$/, 'Checking the audit log', 24 * 60],
  [/^accounts\.delete-avatar$/, 'Deleting old profile pictures', 60],
  [/^accounts\.stop-client$/, 'Ending what a deleted client had', 30],
  [/^payments\.process-event$/, 'PayPal’s events', 15],
  [/^payments\.process-waiting-events$/, 'PayPal’s events that failed before', 60],
  [/^payments\.reconcile-captured$/, 'Checking paid payments at PayPal', 24 * 60],
  [/^payments\.reconcile$/, 'Checking payments at PayPal', 60],
  [/^payments\.send-refund$/, 'Emails about refunds', 15],
  [/^payments\./, 'Payments', 30],
  [/^subscriptions\.look-after$/, 'Checking plans at PayPal', 60],
  [/^subscriptions\.cancel-at-paypal$/, 'Canceling plans at PayPal', 15],
  [/^subscriptions\.update-renewal$/, 'Changing renewals at PayPal', 15],
  [/^subscriptions\./, 'Plans', 30],
  [/^licensing\.send-receipt$/, 'Receipts', 10],
  [/^licensing\.send-order-receipt$/, 'Receipts of orders', 10],
  [/^licensing\.prepare-hand-over$/, 'Large ZIPs of licensed works', 60],
  [/^licensing\.delete-hand-overs$/, 'Deleting old ZIPs of licensed works', 60],
  [/^licensing\.clear-renditions$/, 'Deleting unused renditions', 24 * 60],
  [/^licensing\./, 'Licenses', 30],
  [/^payroll\./, 'Payout emails', 30],
  [/^requests\.tell-away$/, 'Emails about new messages', 30],
  [/\.forget-files$/, 'Deleting files', 60],
  [/\.scan-(files|attachments)$/, 'Virus scans', 30],
  [/^catalogue\.make-previews/, 'Previews', 60],
  [/avif/, 'Small previews (AVIF)', 24 * 60],
  [/^catalogue\.analyze-images$/, 'Image analysis', 24 * 60],
  [/^catalogue\.read-palettes$/, 'Palettes of drawings', 24 * 60],
  [/^catalogue\.clear-recolored$/, 'Clean-up of recolored pictures', 24 * 60],
  [/^icons\.name-earlier$/, 'Names of icons', 60],
  [/^developers\.deliver$/, 'Webhooks of people', 30],
  [/^developers\.(?:sweep-deliveries|rewrap-webhook-secrets)$/, 'Upkeep of webhooks', 24 * 60],
  [/^catalogue\.tidy-search$/, 'Tidying the search', 24 * 60],
  [/^catalogue\.split-list-segments$/, 'Tidying the lists', 24 * 60],
  [/^submissions\.process-file$/, 'Uploaded files', 60],
  [/^submissions\.mail-approvals$/, 'Emails about approvals', 30],
  [/^submissions\.draw-unseen$/, 'Missing pictures', 24 * 60],
  [/^submissions\.clean-svgs-again$/, 'Cleaning stored SVGs', 24 * 60],
  [/^careers\.rewrap-keys$/, 'Renewing the keys of applicants’ files', 24 * 60],
  [/^requests\.clear-unsent$/, 'Deleting unsent attachments', 24 * 60],
  [/^claims\.mail-licensees$/, 'Emails to licensees about claims', 30],
  [/^claims\.restore$/, 'Restoring assets after counter-notices', 120],
  [/^privacy\.make-export$/, 'Copies of people’s data', 60],
  [/^privacy\.mail-request$/, 'Links about people’s data', 10],
  [/^privacy\.delete-files$/, 'Deleting copies of people’s data', 60],
  [/^marketing\.send-announcement$/, 'News to those who agreed', 30],
  [/^ledger\.verify$/, 'Checking the ledger', 120],
  [/^retention\.delete-old$/, 'Deleting old personal data', 24 * 60],
  [/^operations\.watch$/, 'Watching for problems', 30],
  [/^platform\./, 'Housekeeping', 60],
  [/^accounts\.rewrap-totp-keys$/, 'Renewing the keys of authenticator apps', 24 * 60],
  [/^accounts\./, 'Accounts', 60],
  [/^catalogue\./, 'Catalogue', 60],
  [/^submissions\./, 'Submissions', 60],
  [/^requests\./, 'Requests', 60],
  [/^careers\./, 'Applications', 60]
]
const OTHER_LATE_MINUTES = 60
/** A problem of this queue would stop its own email. */
const URGENT_MAIL = /^platform\.send-urgent-mail$/
/** Email that fails is a problem of its own. */
const MAIL = /^platform\.send-/

/** Returns a queue's name in words, or the name itself for one that has none here. */
export const queueTitle = (name: string): string => QUEUES.find(([pattern]) => pattern.test(name))?.[1] ?? (name || 'Unknown')

export const hasQueueTitle = (name: string): boolean => QUEUES.some(([pattern]) => pattern.test(name))

const lateMinutes = (name: string): number => QUEUES.find(([pattern]) => pattern.test(name))?.[2] ?? OTHER_LATE_MINUTES

/** Returns everything that waits longer than it should or is broken, the worst first. */
export function findProblems(measured: Measured, now: Date): Problem[] {
  return [
    ...ledgerProblems(measured, now),
    ...storageProblems(measured),
    ...mailProblems(measured, now),
    ...eventProblems(measured, now),
    ...measured.queues.flatMap((queue) => [...lateQueue(queue, now), ...failingQueue(queue, now)]),
    ...failedJobs(measured),
    ...backupProblems(measured, now)
  ]
}

const since = (at: Date, now: Date): number => now.getTime() - at.getTime()
const later = (...times: (Date | null)[]): Date => new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)))

function ledgerProblems({ ledger, watched_since }: Measured, now: Date): Problem[] {
  const found: Problem[] = []
  if (ledger.broken !== null)
    found.push({
      id: 'ledger_broken',
      title: 'The ledger is broken',
      advice: 'Do not change the database. Run npm run ledger:verify, and compare with the latest backup.',
      mail: 'never'
    })
  if (since(later(ledger.checked_at, watched_since), now) > ALERT.ledger_hours * HOUR_MS)
    found.push({
      id: 'ledger_unchecked',
      title: `The ledger has not been checked for ${ALERT.ledger_hours} hours`,
      advice: 'Check that a process with WORKER=1 runs at night, and look for the job ledger.verify in the log.',
      mail: 'daily'
    })
  return found
}

function storageProblems({ disk_is_low, store_is_reachable }: Measured): Problem[] {
  const found: Problem[] = []
  if (!store_is_reachable)
    found.push({
      id: 'store_unreachable',
      title: 'The file store does not answer',
      advice: 'Check FILES_URL and the folder or bucket. Until then, nothing can be uploaded or downloaded.',
      mail: 'daily'
    })
  if (disk_is_low)
    found.push({
      id: 'disk_low',
      title: 'The disk is almost full',
      advice: 'Make room, or add some. Uploads are refused until then; sales go on.',
      mail: 'daily'
    })
  return found
}

function mailProblems({ mails }: Measured, now: Date): Problem[] {
  if (mails.retrying === 0 || mails.oldest === null || since(mails.oldest, now) <= ALERT.mail_minutes * MINUTE_MS) return []
  return [
    {
      id: 'mail_failing',
      title: `The mail server does not take ${mails.retrying === 1 ? 'an email' : `${mails.retrying} emails`}`,
      advice: 'Run npm run doctor, and check SMTP_URL. The emails are tried again by themselves.',
      mail: 'never'
    }
  ]
}

function eventProblems({ oldest_event_at, unprocessed_events }: Measured, now: Date): Problem[] {
  if (oldest_event_at === null || since(oldest_event_at, now) <= ALERT.event_minutes * MINUTE_MS) return []
  return [
    {
      id: 'webhook_events',
      title: `${unprocessed_events === 1 ? 'An event' : `${unprocessed_events} events`} of PayPal could not be processed`,
      advice: 'Read the reason in the list of events, fix the cause, and choose Process again.',
      mail: 'daily'
    }
  ]
}

function lateQueue({ name, waiting, oldest }: QueueState, now: Date): Problem[] {
  if (oldest === null || waiting === 0 || since(oldest, now) <= lateMinutes(name) * MINUTE_MS) return []
  return [
    {
      id: `queue_late:${name}`,
      title: `${queueTitle(name)}: a job has waited for ${durationText(since(oldest, now))}`,
      advice: 'Check that a process with WORKER=1 runs, and that it is not overloaded.',
      mail: URGENT_MAIL.test(name) ? 'never' : 'daily'
    }
  ]
}

/** Jobs that fail again and again, for example while PayPal is down. */
function failingQueue({ name, failing_since }: QueueState, now: Date): Problem[] {
  if (failing_since === null || MAIL.test(name) || since(failing_since, now) <= lateMinutes(name) * MINUTE_MS) return []
  return [
    {
      id: `queue_failing:${name}`,
      title: `${queueTitle(name)}: a job has failed for ${durationText(since(failing_since, now))}`,
      advice: 'It is tried again by itself. Read the cause in the log.',
      mail: 'daily'
    }
  ]
}

function failedJobs({ queues, last_failed_at }: Measured): Problem[] {
  const failed = queues.reduce((sum, queue) => sum + queue.failed, 0)
  if (failed === 0 || last_failed_at === null) return []
  return [
    {
      id: 'failed_jobs',
      title: failed === 1 ? 'A job failed for good' : `${failed} jobs failed for good`,
      advice: 'Read the reason under Failed jobs, fix the cause, and choose Run again, or delete the job.',
      mail: 'when_new',
      newest: last_failed_at
    }
  ]
}

function backupProblems({ last_backup_at, watched_since }: Measured, now: Date): Problem[] {
  if (last_backup_at === null || since(later(last_backup_at, watched_since), now) <= ALERT.backup_hours * HOUR_MS) return []
  return [
    {
      id: 'backup_missing',
      title: `No backup for ${ALERT.backup_hours} hours`,
      advice: 'Check the machine and the schedule that run npm run backup.',
      mail: 'daily'
    }
  ]
}

/** Returns a duration in its largest unit: '22 minutes', '3 hours', '2 days'. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes < 90) return count(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? count(hours, 'hour') : count(Math.round(hours / 24), 'day')
}

/** Returns the lag of a replica: '500 milliseconds', '4 seconds', '22 minutes'. */
export function lagText(ms: number): string {
  if (ms < 1000) return count(ms, 'millisecond')
  return ms < 120_000 ? count(Math.round(ms / 1000), 'second') : durationText(ms)
}

const count = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? '' : 's'}`

/** Whether a lasting problem is mailed again. */
export function isReminderDue({ mail, newest }: Problem, mailed_at: Date, now: Date): boolean {
  if (mail === 'never' || since(mailed_at, now) < ALERT.reminder_hours * HOUR_MS) return false
  return mail === 'daily' || (newest !== undefined && newest > mailed_at)
}

type Watched = { started_at: Date; mailed_at: Date | null; gone_at: Date | null }

export const isResolved = ({ gone_at }: Watched, now: Date): boolean =>
  gone_at !== null && since(gone_at, now) >= ALERT.gone_minutes * MINUTE_MS

/** Whether support gets an email about the end of a problem. */
export const isEndMailed = ({ started_at, mailed_at, gone_at }: Watched): boolean =>
  mailed_at !== null || (gone_at !== null && since(started_at, gone_at) >= ALERT.silent_minutes * MINUTE_MS)
