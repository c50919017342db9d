import type { FastifyReply } from 'fastify'
import type { Experience, Money } from '../documents.ts'
import { html, type Markup, page } from './html.ts'

/** What the payer can do on the page. */
export type Choice = 'approve' | 'decline' | 'cancel'
export type Line = { label: string; amount: Money }
export type Sheet = {
  lead: string
  merchant: string
  lines: Line[]
  total: Line
  token: { name: string; value: string }
  /** The button's text. */
  approve: string
  /** Whether the page offers to simulate a bank that declines. */
  decline: boolean
  reference: string
}

export function choiceOf(body: unknown): Choice | undefined {
  const { choice } = body as { choice?: string }
  return choice === 'approve' || choice === 'decline' || choice === 'cancel' ? choice : undefined
}

export function leave(reply: FastifyReply, address: string | undefined, names: Record<string, string>) {
  if (!address) return show(reply, 'Done', html`<p>You can close this page and go back to the shop.</p>`)
  const target = new URL(address)
  for (const [name, value] of Object.entries(names)) target.searchParams.set(name, value)
  return reply.redirect(target.href, 303)
}

export function unknown(reply: FastifyReply) {
  return show(reply.code(404), 'Unknown payment', html`<p>There is no such payment. Go back to the shop and try again.</p>`)
}

export function show(reply: FastifyReply, title: string, text: Markup, back?: string) {
  const link = back && html`<p style="margin-top:24px"><a class="button main" href="${back}">Back to the shop</a></p>`
  return reply.type('text/html').send(page(title, html`<div class="sheet"><h1>${title}</h1>${text}${link || undefined}</div>`))
}

export const merchantOf = ({ brand_name }: Experience) => brand_name ?? 'Test merchant'

const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' }

function showMoney({ currency_code, value }: Money): string {
  const symbol = SYMBOLS[currency_code]
  return symbol ? `${symbol}${value}` : `${value} ${currency_code}`
}

const row = ({ label, amount }: Line, kind: 'row' | 'row total') =>
  html`<div class="${kind}"><dt>${label}</dt><dd>${showMoney(amount)}</dd></div>`

export function approvalPage({ lead, merchant, lines, total, token, approve, decline, reference }: Sheet): string {
  return page(
    `${lead} ${merchant}`,
    html`<div class="sheet">
<p class="quiet">${lead}</p>
<h1>${merchant}</h1>
<dl>${lines.map((line) => row(line, 'row'))}${row(total, 'row total')}</dl>
<p class="quiet">Paying as Test Buyer, buyer@example.com</p>
<form method="post">
<input type="hidden" name="${token.name}" value="${token.value}">
<button class="main" name="choice" value="approve">${approve}</button>
${decline && html`<button class="bad" name="choice" value="decline">Decline</button>`}
<button name="choice" value="cancel">Cancel and return</button>
</form>
</div>
<footer>${decline && 'Decline simulates a bank that declines. '}${reference}.</footer>`
  )
}
