import type { Transporter } from 'nodemailer'
import { REMOVED } from '../jobs/dead-jobs.ts'
import { type JobHandler, PermanentFailure } from '../jobs/jobs.ts'
import { reasonOf } from '../jobs/reason.ts'
import { MAIL_RETRIES, type QueuedMail, SEND_MAIL, SEND_URGENT_MAIL } from './mail.ts'

type Sender = { smtp_url: string; requires_tls: boolean; from: { name: string; address: string } }

/** Servers usually allow 10 to 20 connections from one address. */
const CONNECTIONS = { urgent: 4, other: 4 }
/** A server that is away or says nothing ends a batch within the time of a job. One that answers a little now and then can exceed it: the job then fails. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/** Sends email over connections that stay open. `close` ends them once the jobs have ended. */
export function sendMailJobs(sender: Sender): { handlers: JobHandler[]; close(): void } {
  const urgent = openPool(sender, CONNECTIONS.urgent)
  const other = openPool(sender, CONNECTIONS.other)
  const common = {
    retries: MAIL_RETRIES,
    // Emails contain codes and links that still work.
    is_deleted_when_done: true,
    withoutSecrets: (mail: QueuedMail) => (mail.expires_at ? REMOVED : mail)
  }
  return {
    handlers: [
      // One at a time for each worker, so that a recipient with a slow server holds up no one else.
      { ...common, name: SEND_URGENT_MAIL, concurrency: CONNECTIONS.urgent, run: (mail: QueuedMail) => send(urgent, mail) },
      { ...common, name: SEND_MAIL, concurrency: CONNECTIONS.other, batch: 5, run: (mail: QueuedMail) => send(other, mail) }
    ],
    close: () => {
      urgent.close()
      other.close()
    }
  }
}

type Pool = { get(): Promise<Transporter>; close(): void }

/**
 * Opens at the first email: until then, the library would take 4 MB for nothing. With `requires_tls`, an email is sent over smtps or after STARTTLS,
 * or not at all. Emails contain codes and links that open accounts.
 */
function openPool({ smtp_url, requires_tls, from }: Sender, maxConnections: number): Pool {
  let opened: Transporter | undefined
  return {
    get: async () => {
      const { createTransport } = await import('nodemailer')
      opened ??= createTransport(
        { url: smtp_url, pool: true, maxConnections, requireTLS: requires_tls, ...TIMEOUTS },
        { from, disableFileAccess: true, disableUrlAccess: true }
      )
      return opened
    },
    close: () => opened?.close()
  }
}

async function send(
  pool: Pool,
  { to, reply_to, subject, html, text, unsubscribe_url, attachments = [], expires_at }: QueuedMail
): Promise<void> {
  if (expires_at && new Date(expires_at) <= new Date()) throw new PermanentFailure('expired')
  const mail = {
    to: { name: '', address: to },
    ...(reply_to && { replyTo: { name: '', address: reply_to } }),
    ...(unsubscribe_url && { headers: unsubscribeHeaders(unsubscribe_url) }),
    subject,
    html,
    text,
    attachments: attachments.map(({ filename, content_base64, content_type }) => ({
      filename,
      content: Buffer.from(content_base64, 'base64'),
      contentType: content_type
    }))
  }
  const transport = await pool.get()
  await transport.sendMail(mail).catch((error: unknown) => {
    throw failureOf(error)
  })
}

/** Mail programs then show a button that unsubscribes with one click (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({ 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })

/** Keeps what an operator needs of the server's answer, without the address and the text of the email. */
function failureOf(error: unknown): Error {
  const failure = isRefusedRecipient(error) ? PermanentFailure : Error
  return new failure(reasonOf(error))
}

/** Whether the server says that this recipient will never get email. Its other answers may change: quotas, logins, spam filters. */
const isRefusedRecipient = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500
