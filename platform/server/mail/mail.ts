import type { Db } from '#platform/database/connect.ts'
import { createTokenBuckets } from '../http/token-buckets.ts'
import type { Jobs, Retries } from '../jobs/jobs.ts'
import { currentLog } from '../log/log.ts'

export type Message = {
  /** One address. It is passed on as an object and never parsed again. */
  to: string
  /** The address for replies, if it is not the sender. */
  reply_to?: string
  subject: string
  html: string
  text: string
  /** Where one click withdraws the consent to such emails (RFC 8058). */
  unsubscribe_url?: string
  attachments?: { filename: string; content_base64: string; content_type: string }[]
}

export type MailOptions = {
  /** Whether a person is waiting for it: codes, links to reset a password, receipts, invitations. It goes before all other email, except above the limits of its address. */
  urgent?: boolean
  /** Whether it is one of many that nobody is waiting for. It goes after all other email. */
  is_bulk?: boolean
  /** When the code or link in it expires. It is not sent later, and its text is then removed from the database. */
  expires_at?: Date
}

export interface Mail {
  /** Adds an outbox row in the transaction of `db`. A job sends it by SMTP. Email to a deleted account is dropped, and the log says so. */
  send(db: Db, message: Message, options?: MailOptions): Promise<void>
}

/** Below that of all other email. */
const BULK_PRIORITY = -1

/** The data of the job. */
export type QueuedMail = Message & { expires_at?: string }

/** Each has workers and SMTP connections of its own, so urgent email never waits for the rest. */
export const SEND_URGENT_MAIL = 'platform.send-urgent-mail'
export const SEND_MAIL = 'platform.send-mail'
export const MAIL_QUEUES = [SEND_URGENT_MAIL, SEND_MAIL] as const
export const MAIL_RETRIES: Retries = 'days'

/** No server can exist there (RFC 2606), so deleted accounts have such an address. */
const NOWHERE = /[.@]invalid$/i
/** Urgent emails to one address, in each process. What strangers can cause (`stranger-mails.ts`) is less. */
const URGENT_LIMITS = [
  { burst: 60, per_second: 60 / 3600 },
  { burst: 200, per_second: 200 / 86_400 }
]

/** Above the limits of an address, its urgent email goes with all other email: nobody can fill the queue on which other people's codes wait. */
export function mailBy(jobs: Jobs, clock?: () => number): Mail {
  const limits = URGENT_LIMITS.map((size) => createTokenBuckets(size, clock))
  const isUrgent = (address: string): boolean => limits.every((limit) => limit.take(address.toLowerCase()) === 0)
  return {
    send: async (db, message, { urgent = false, is_bulk = false, expires_at } = {}) => {
      if (NOWHERE.test(message.to)) {
        currentLog().warn({ urgent }, 'an email to a deleted account was not sent')
        return
      }
      const mail: QueuedMail = { ...message, ...(expires_at && { expires_at: expires_at.toISOString() }) }
      await jobs.send(db, urgent && isUrgent(message.to) ? SEND_URGENT_MAIL : SEND_MAIL, mail, is_bulk ? { priority: BULK_PRIORITY } : {})
    }
  }
}
