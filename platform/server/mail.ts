import { createTransport } from 'nodemailer'
import type { Db } from '#platform/database/connect.ts'
import type { JobHandler, Jobs } from './jobs/jobs.ts'

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

export interface Mail {
  /** Adds an outbox row in the transaction of `db`. A job sends it by SMTP. */
  send(db: Db, message: Message): Promise<void>
}

export const SEND_MAIL = 'platform.send-mail'

/** Emails contain codes and links that still work, so sent emails are not kept in the database. */
const RETENTION_SECONDS = 60

export const mailBy = (jobs: Jobs): Mail => ({
  send: (db, message) => jobs.send(db, SEND_MAIL, message, { deleteAfterSeconds: RETENTION_SECONDS })
})

type Sender = { smtp_url: string; requires_tls: boolean; from: { name: string; address: string } }

/** With `requires_tls`, an email is sent over smtps or after STARTTLS, or not at all. Emails contain codes and links that open accounts. */
export function sendMailJob({ smtp_url, requires_tls, from }: Sender): JobHandler {
  const options = { url: smtp_url, requireTLS: requires_tls }
  const transport = createTransport(options, { from, disableFileAccess: true, disableUrlAccess: true })
  return {
    name: SEND_MAIL,
    run: async ({ to, reply_to, subject, html, text, attachments = [] }: Message) => {
      await transport.sendMail({
        to: { name: '', address: to },
        ...(reply_to && { replyTo: { name: '', address: reply_to } }),
        subject,
        html,
        text,
        attachments: attachments.map(({ filename, content_base64, content_type }) => ({
          filename,
          content: Buffer.from(content_base64, 'base64'),
          contentType: content_type
        }))
      })
    }
  }
}
