import type { FastifyInstance } from 'fastify'
import { samples as accounts } from '#accounts/mails/samples.ts'
import { samples as careers } from '#careers/mails/samples.ts'
import { samples as help } from '#help/mails/samples.ts'
import { samples as ledger } from '#ledger/mails/samples.ts'
import { samples as licensing } from '#licensing/mails/samples.ts'
import { samples as payments } from '#payments/mails/samples.ts'
import { samples as payroll } from '#payroll/mails/samples.ts'
import type { MailSample, Sender } from '#platform/mails/index.ts'
import { html } from '#platform/server/html.ts'
import { notFound } from '#platform/server/index.ts'
import { samples as requests } from '#requests/mails/samples.ts'
import { samples as subscriptions } from '#subscriptions/mails/samples.ts'
import { samples as tools } from '#tools/mails/samples.ts'
import { mailFrame, sendMailMarkup, sendPlainPage } from './plain-page.ts'

/** Every part's mails with facts made up. */
export const samplesOfParts: Readonly<Record<string, readonly MailSample[]>> = {
  accounts,
  licensing,
  ledger,
  payments,
  payroll,
  requests,
  subscriptions,
  tools,
  help,
  careers
}

/** /dev/mails: how every mail looks and reads. Outside production only. */
export function serveMailPreviews(app: FastifyInstance, sender: Sender): void {
  app.get('/dev/mails', (_request, reply) => sendPlainPage(reply, 'Mails', list()))
  app.get('/dev/mails/:part/:name', async (request, reply) => {
    const { part, sample } = find(request.params)
    const { subject, text } = await sample.mail(sender)
    const markup = `${addressOf(part, sample)}/html`
    const body = html`<p><a href="/dev/mails">Mails</a> · ${part} · ${sample.name}</p>
      <div style="display:flex;flex-wrap:wrap;gap:16px">${mailFrame(markup, 'On a phone', '360px')}${mailFrame(markup, 'On a desk', '632px')}</div>
      <h2>Text part</h2><pre>${text}</pre>`
    return sendPlainPage(reply, subject, body)
  })
  app.get('/dev/mails/:part/:name/html', async (request, reply) => {
    const { sample } = find(request.params)
    return sendMailMarkup(reply, (await sample.mail(sender)).html)
  })
}

function list() {
  const parts = Object.entries(samplesOfParts).map(
    ([part, samples]) =>
      html`<h2>${part}</h2><div class="list">${samples.map((sample) => html`<a class="row" href="${addressOf(part, sample)}">${sample.name}</a>`)}</div>`
  )
  return html`<p>Every mail that the product writes, with facts made up. What it really sent is in the <a href="/dev/mailbox">mailbox</a>.</p>${parts}`
}

const addressOf = (part: string, { name }: MailSample): string => `/dev/mails/${part}/${encodeURIComponent(name)}`

function find(params: unknown): { part: string; sample: MailSample } {
  const { part, name } = params as { part: string; name: string }
  const sample = Object.hasOwn(samplesOfParts, part) ? samplesOfParts[part]?.find((one) => one.name === name) : undefined
  if (!sample) throw notFound()
  return { part, sample }
}
