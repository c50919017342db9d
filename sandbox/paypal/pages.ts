import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Experience, Money, Order, Plan, PurchaseUnit, Subscription } from './documents.ts'
import { html, type Markup, page } from './html.ts'
import { moneyOf, toCents } from './money.ts'
import { approveOrder, declineOrder } from './orders.ts'
import { priceOf, regularCycle, requirePlan } from './plans.ts'
import { Refusal } from './refusal.ts'
import type { Sandbox } from './sandbox.ts'
import { approveSubscription, failRenewal } from './subscriptions.ts'

type Choice = 'approve' | 'decline' | 'cancel'
type Line = { label: string; amount: Money }
type Sheet = { merchant: string; lines: Line[]; total: Line; token: { name: string; value: string }; reference: string }

/** PayPal's own pages, where the payer agrees, is refused by the bank, or goes back. */
export function approvalPages(app: FastifyInstance, sandbox: Sandbox): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'"
    )
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
  })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error
    return show(reply.code(409), 'Nothing to approve', html`<p>This payment can no longer be changed here.</p>`)
  })
  orderPage(app, sandbox)
  subscriptionPage(app, sandbox)
}

function orderPage(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/checkoutnow', (request, reply) => {
    const order = findOrder(sandbox, request.query)
    if (!order) return unknown(reply)
    if (order.status === 'COMPLETED')
      return show(reply, 'Already paid', html`<p>This order has been paid.</p>`, order.experience.return_url)
    return reply.type('text/html').send(approvalPage(orderSheet(order)))
  })
  app.post('/checkoutnow', (request, reply) => {
    const order = findOrder(sandbox, request.body)
    const choice = choiceOf(request.body)
    if (!order || !choice) return unknown(reply)
    const { return_url, cancel_url } = order.experience
    if (choice === 'cancel') return leave(reply, cancel_url, { token: order.id })
    const answered = sandbox.store.transaction(() => (choice === 'approve' ? approveOrder : declineOrder)(sandbox, order))
    sandbox.deliveries.wake()
    return leave(reply, return_url, { token: order.id, PayerID: answered.payer_id ?? '' })
  })
}

function subscriptionPage(app: FastifyInstance, sandbox: Sandbox): void {
  const address = '/webapps/billing/subscriptions'
  app.get(address, (request, reply) => {
    const subscription = findSubscription(sandbox, request.query)
    if (!subscription) return unknown(reply)
    if (subscription.status !== 'APPROVAL_PENDING') {
      return show(reply, 'Already answered', html`<p>This subscription has been answered.</p>`, subscription.experience.return_url)
    }
    return reply.type('text/html').send(approvalPage(subscriptionSheet(subscription, requirePlan(sandbox, subscription.plan_id))))
  })
  app.post(address, (request, reply) => {
    const subscription = findSubscription(sandbox, request.body)
    const choice = choiceOf(request.body)
    if (!subscription || !choice) return unknown(reply)
    const { return_url, cancel_url } = subscription.experience
    const names = { subscription_id: subscription.id, ba_token: subscription.ba_token, token: subscription.ba_token.slice(3) }
    if (choice === 'cancel') return leave(reply, cancel_url, names)
    sandbox.store.transaction(() => (choice === 'approve' ? approveSubscription : failRenewal)(sandbox, subscription))
    sandbox.deliveries.wake()
    return leave(reply, choice === 'approve' ? return_url : cancel_url, names)
  })
}

function findOrder(sandbox: Sandbox, named: unknown): Order | undefined {
  const { token = '' } = named as { token?: string }
  return sandbox.store.find('order', String(token))
}

function findSubscription(sandbox: Sandbox, named: unknown): Subscription | undefined {
  const { ba_token = '' } = named as { ba_token?: string }
  return sandbox.store.listBy('subscription', 'ba_token', String(ba_token))[0]
}

function choiceOf(body: unknown): Choice | undefined {
  const { choice } = body as { choice?: string }
  return choice === 'approve' || choice === 'decline' || choice === 'cancel' ? choice : undefined
}

function leave(reply: FastifyReply, address: string | undefined, names: Record<string, string>) {
  if (!address) return show(reply, 'Done', html`<p>You can close this page and go back to the shop.</p>`)
  const target = new URL(address)
  for (const [name, value] of Object.entries(names)) target.searchParams.set(name, value)
  return reply.redirect(target.href, 303)
}

function unknown(reply: FastifyReply) {
  return show(reply.code(404), 'Unknown payment', html`<p>There is no such payment. Go back to the shop and try again.</p>`)
}

function show(reply: FastifyReply, title: string, text: Markup, back?: string) {
  const link = back && html`<p style="margin-top:24px"><a class="button main" href="${back}">Back to the shop</a></p>`
  return reply.type('text/html').send(page(title, html`<div class="sheet"><h1>${title}</h1>${text}${link || undefined}</div>`))
}

function orderSheet(order: Order): Sheet {
  const lines = order.purchase_units.flatMap(linesOf)
  const cents = order.purchase_units.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const currency = order.purchase_units[0]?.amount.currency_code ?? 'USD'
  return {
    merchant: merchantOf(order.experience),
    lines,
    total: { label: 'Total', amount: moneyOf(cents, currency) },
    token: { name: 'token', value: order.id },
    reference: `Order ${order.id}`
  }
}

function linesOf({ items, description, amount }: PurchaseUnit): Line[] {
  if (!items?.length) return [{ label: description ?? 'Payment', amount }]
  return items.map(({ name, quantity, unit_amount }) => ({
    label: quantity === '1' ? name : `${quantity} × ${name}`,
    amount: moneyOf(toCents(unit_amount) * Number(quantity), unit_amount.currency_code)
  }))
}

function subscriptionSheet(subscription: Subscription, plan: Plan): Sheet {
  const { interval_unit, interval_count = 1 } = regularCycle(plan).frequency
  const unit = interval_unit.toLowerCase()
  const period = interval_count === 1 ? unit : `${interval_count} ${unit}s`
  const price = priceOf(plan)
  const amount = moneyOf(toCents(price) * Number(subscription.quantity), price.currency_code)
  return {
    merchant: merchantOf(subscription.experience),
    lines: [{ label: plan.description ? `${plan.name}: ${plan.description}` : plan.name, amount }],
    total: { label: `Every ${period}, from today`, amount },
    token: { name: 'ba_token', value: subscription.ba_token },
    reference: `Subscription ${subscription.id}`
  }
}

const merchantOf = ({ brand_name }: Experience) => brand_name ?? 'Test merchant'

const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' }

function showMoney({ currency_code, value }: Money): string {
  const symbol = SYMBOLS[currency_code]
  return symbol ? `${symbol}${value}` : `${value} ${currency_code}`
}

const row = ({ label, amount }: Line, kind: 'row' | 'row total') =>
  html`<div class="${kind}"><dt>${label}</dt><dd>${showMoney(amount)}</dd></div>`

function approvalPage({ merchant, lines, total, token, reference }: Sheet): string {
  return page(
    `Pay ${merchant}`,
    html`<div class="sheet">
<p class="quiet">You pay</p>
<h1>${merchant}</h1>
<dl>${lines.map((line) => row(line, 'row'))}${row(total, 'row total')}</dl>
<p class="quiet">Paying as Test Buyer, buyer@example.com</p>
<form method="post">
<input type="hidden" name="${token.name}" value="${token.value}">
<button class="main" name="choice" value="approve">Approve payment</button>
<button class="bad" name="choice" value="decline">Decline</button>
<button name="choice" value="cancel">Cancel and return</button>
</form>
</div>
<footer>Decline plays a bank that refuses. ${reference}.</footer>`
  )
}
