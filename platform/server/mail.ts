import { createTransport } from 'nodemailer'
import type { Db } from './context.ts'
import type { JobHandler, Jobs } from './jobs.ts'

export type Message = {
  /** One address; it is handed on as an object, never parsed again. */
  to: string
  /** Whom an answer goes to, where that is not the sender: one address as well. */
  reply_to?: string
  subject: string
  html: string
  text: string
  attachments?: { filename: string; content_base64: string; content_type: string }[]
}

export interface Mail {
  /** An outbox row in the transaction of `db`; a job sends it by SMTP. */
  send(db: Db, message: Message): Promise<void>
}

export const SEND_MAIL = 'platform.send-mail'

/** A mail holds codes and links that still work: once it is sent it does not stay in the database. */
const KEPT_SECONDS = 60

export const mailBy = (jobs: Jobs): Mail => ({
  send: (db, message) => jobs.send(db, SEND_MAIL, message, { deleteAfterSeconds: KEPT_SECONDS })
})

export function sendMailJob({ smtp_url, from }: { smtp_url: string; from: { name: string; address: string } }): JobHandler {
  const transport = createTransport(smtp_url, { from, disableFileAccess: true, disableUrlAccess: true })
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
