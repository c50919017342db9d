import type { FastifyInstance } from 'fastify'
import { samples as accounts } from '#accounts/mails/samples.ts'
import { samples as careers } from '#careers/mails/samples.ts'
import { samples as claims } from '#claims/mails/samples.ts'
import { samples as developers } from '#developers/mails/samples.ts'
import { samples as help } from '#help/mails/samples.ts'
import { samples as ledger } from '#ledger/mails/samples.ts'
import { samples as licensing } from '#licensing/mails/samples.ts'
import { samples as marketing } from '#marketing/mails/samples.ts'
import { samples as operations } from '#operations/mails/samples.ts'
import { samples as payments } from '#payments/mails/samples.ts'
import { samples as payroll } from '#payroll/mails/samples.ts'
import type { MailSample, Sender } from '#platform/mails/index.ts'
import { html } from '#platform/server/http/html.ts'
import { notFound } from '#platform/server/index.ts'
import { samples as privacy } from '#privacy/mails/samples.ts'
import { samples as requests } from '#requests/mails/samples.ts'
import { samples as submissions } from '#submissions/mails/samples.ts'
import { samples as subscriptions } from '#subscriptions/mails/samples.ts'
import { samples as tools } from '#tools/mails/samples.ts'
import { mailFrame, sendMailMarkup, sendPlainPage } from './plain-page.ts'

/** The emails of every part, with sample data. */
export const samplesOfParts: Readonly<Record<string, readonly MailSample[]>> = {
  accounts,
  licensing,
  ledger,
  payments,
  payroll,
  requests,
  submissions,
  subscriptions,
  tools,
  help,
  careers,
  claims,
  operations,
  privacy,
  marketing,
  developers
}

/** Serves /dev/mails: every email as HTML and text. Not in production. */
export function serveMailPreviews(app: FastifyInstance, sender: Sender): void {
  app.get('/dev/mails', (_request, reply) => sendPlainPage(reply, 'Mails', list()))
  app.get<{ Params: PreviewParams }>('/dev/mails/:part/:name', async (request, reply) => {
    const { part, sample } = find(request.params)
    const { subject, text } = await sample.mail(sender)
    const markup = `${addressOf(part, sample)}/html`
    const body = html`<p><a href="/dev/mails">Mails</a> · ${part} · ${sample.name}</p>
      <div style="display:flex;flex-wrap:wrap;gap:16px">${mailFrame(markup, 'On a phone', '360px')}${mailFrame(markup, 'On a desktop', '632px')}</div>
      <h2>Text part</h2><pre>${text}</pre>`
    return sendPlainPage(reply, subject, body)
  })
  app.get<{ Params: PreviewParams }>('/dev/mails/:part/:name/html', async (request, reply) => {
    const { sample } = find(request.params)
    return sendMailMarkup(reply, (await sample.mail(sender)).html)
  })
}

function list() {
  const parts = Object.entries(samplesOfParts).map(
    ([part, samples]) =>
      html`<h2>${part}</h2><div class="list">${samples.map((sample) => html`<a class="row" href="${addressOf(part, sample)}">${sample.name}</a>`)}</div>`
  )
  return html`<p>Every email that the product sends, with sample data. Emails that were sent are in the <a href="/dev/mailbox">mailbox</a>.</p>${parts}`
}

const addressOf = (part: string, { name }: MailSample): string => `/dev/mails/${part}/${encodeURIComponent(name)}`

type PreviewParams = { part: string; name: string }

function find({ part, name }: PreviewParams): { part: string; sample: MailSample } {
  const sample = Object.hasOwn(samplesOfParts, part) ? samplesOfParts[part]?.find((one) => one.name === name) : undefined
  if (!sample) throw notFound()
  return { part, sample }
}
