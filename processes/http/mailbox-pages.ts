import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Attachment, Email } from 'postal-mime'
import { isStorable } from '#platform/contract/index.ts'
import type { Connection } from '#platform/database/connect.ts'
import { type Html, html } from '#platform/server/http/html.ts'
import { contentDisposition, notFound } from '#platform/server/index.ts'
import { mailFrame, sendMailMarkup, sendPlainPage } from './plain-page.ts'

type Stored = { id: number; received_at: Date; rcpt_to: string[]; raw: Buffer }
type MailParams = { id: string }

/** Serves /dev/mailbox: the email that the product sent while no SMTP server is set. Not in production. */
export function serveMailbox(app: FastifyInstance, db: Connection): void {
  app.get<{ Querystring: { to?: string | string[] } }>('/dev/mailbox', async (request, reply) => {
    const { to = '' } = request.query
    if (typeof to !== 'string' || !isStorable(to)) throw notFound()
    const mails = await newest(db, to)
    const read = await Promise.all(mails.map(async (mail) => ({ ...mail, subject: (await readMail(mail)).subject ?? '(no subject)' })))
    return sendPlainPage(reply, 'Mailbox', list(read, to))
  })
  app.get<{ Params: MailParams }>('/dev/mailbox/:id', async (request, reply) => {
    const mail = await find(db, request.params)
    const { subject = '', text = '', attachments } = await readMail(mail)
    const body = html`<p><a href="/dev/mailbox">Mailbox</a> · to ${mail.rcpt_to.join(', ')} · ${mail.received_at.toISOString()}</p>
      ${mailFrame(`/dev/mailbox/${mail.id}/html`, subject)}<h2>Text part</h2><pre>${text}</pre>${attachmentLinks(mail, attachments)}`
    return sendPlainPage(reply, subject, body)
  })
  app.get<{ Params: MailParams & { place: string } }>('/dev/mailbox/:id/attachments/:place', async (request, reply) => {
    const { attachments } = await readMail(await find(db, request.params))
    const attachment = attachments[Number(request.params.place)]
    if (!attachment) throw notFound()
    // An attachment is only downloaded, never shown as a page of this site.
    return reply
      .type('application/octet-stream')
      .header('content-disposition', contentDisposition())
      .send(Buffer.from(bytesOf(attachment)))
  })
  app.get<{ Params: MailParams }>('/dev/mailbox/:id/html', async (request, reply) => {
    const mail = await find(db, request.params)
    const { html: markup = '' } = await readMail(mail)
    return sendMailMarkup(reply, markup)
  })
}

/** The library is loaded at first use: most processes never show a mailbox. */
async function readMail({ raw }: Stored): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime')
  return PostalMime.parse(raw)
}

const bytesOf = ({ content }: Attachment): Uint8Array => (typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content))

function attachmentLinks({ id }: Stored, attachments: Attachment[]): Html {
  if (attachments.length === 0) return html``
  const links = attachments.map(
    (attachment, place) =>
      html`<li><a href="/dev/mailbox/${id}/attachments/${place}" download="${attachment.filename ?? ''}">${attachment.filename ?? 'unnamed'}</a>, ${attachment.mimeType}, ${bytesOf(attachment).length} bytes</li>`
  )
  return html`<h2>Attachments</h2><ul>${links}</ul>`
}

function list(mails: (Stored & { subject: string })[], to: string): Html {
  if (mails.length === 0)
    return html`<p>No mail yet${to && ` for ${to}`}. Register or get a free asset, and an email appears here. <a href="/dev/mails">All email templates</a></p>`
  return html`<p>All email that the product sent, newest first. Not available in production. <a href="/dev/mails">All email templates</a></p><div class="list">${mails.map(
    ({ id, subject, rcpt_to, received_at }) =>
      html`<a class="row" href="/dev/mailbox/${id}"><strong>${subject}</strong><br><span class="quiet">to ${rcpt_to.join(', ')} · ${received_at.toISOString()}</span></a>`
  )}</div>`
}

async function newest(db: Connection, to: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select id, received_at, rcpt_to, raw from platform.mailbox_message
    where ${to} = '' or ${to} = any(rcpt_to) order by id desc limit 50`.execute(db)
  return rows
}

async function find(db: Connection, { id }: MailParams): Promise<Stored> {
  if (!/^\d{1,15}$/.test(id)) throw notFound()
  const { rows } = await sql<Stored>`select id, received_at, rcpt_to, raw from platform.mailbox_message where id = ${id}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
