import type { Db } from '#platform/database/connect.ts'
import type { Jobs, Retries } from '../jobs/jobs.ts'

export type Message = {
  /** One address. It is passed on as an object and never parsed again. */
  to: string
  /** The address for replies, if it is not the sender. */
  reply_to?: string
  subject: string
  html: string
  text: string
  attachments?: { filename: string; content_base64: string; content_type: string }[]
}

export type MailOptions = {
  /** Whether a person is waiting for it: codes, links to reset a password, receipts, invitations. It goes before all other email. */
  urgent?: boolean
  /** When the code or link in it expires. It is not sent later, and its text is then removed from the database. */
  expires_at?: Date
}

export interface Mail {
  /** Adds an outbox row in the transaction of `db`. A job sends it by SMTP. */
  send(db: Db, message: Message, options?: MailOptions): Promise<void>
}

/** The data of the job. */
export type QueuedMail = Message & { expires_at?: string }

/** Each has workers and SMTP connections of its own, so urgent email never waits for the rest. */
export const SEND_URGENT_MAIL = 'platform.send-urgent-mail'
export const SEND_MAIL = 'platform.send-mail'
export const MAIL_QUEUES = [SEND_URGENT_MAIL, SEND_MAIL] as const
export const MAIL_RETRIES: Retries = 'days'

export const mailBy = (jobs: Jobs): Mail => ({
  send: (db, message, { urgent = false, expires_at } = {}) => {
    const mail: QueuedMail = { ...message, ...(expires_at && { expires_at: expires_at.toISOString() }) }
    return jobs.send(db, urgent ? SEND_URGENT_MAIL : SEND_MAIL, mail)
  }
})
