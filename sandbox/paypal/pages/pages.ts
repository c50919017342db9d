import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../context.ts'
import type { Order, PurchaseUnit } from '../documents.ts'
import { moneyOf, toCents } from '../money.ts'
import { approveOrder, declineOrder } from '../orders/orders.ts'
import { Refusal } from '../refusal.ts'
import { subscriptionPages } from '../subscriptions/subscription-pages.ts'
import { approvalPage, choiceOf, type Line, leave, merchantOf, type Sheet, show, unknown } from './approval-page.ts'
import { html } from './html.ts'

/** Serves PayPal's pages, where the payer approves, is declined by the bank, or goes back. */
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
  subscriptionPages(app, sandbox)
}

function orderPage(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/checkoutnow', (request, reply) => {
    const order = findOrder(sandbox, request.query)
    if (!order) return unknown(reply)
    if (order.status === 'COMPLETED')
      return show(reply, 'Already paid', html`<p>This order is already paid.</p>`, order.experience.return_url)
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

function findOrder(sandbox: Sandbox, named: unknown): Order | undefined {
  const { token = '' } = named as { token?: string }
  return sandbox.store.find('order', String(token))
}

function orderSheet(order: Order): Sheet {
  const lines = order.purchase_units.flatMap(linesOf)
  const cents = order.purchase_units.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const currency = order.purchase_units[0]?.amount.currency_code ?? 'USD'
  return {
    lead: 'You pay',
    merchant: merchantOf(order.experience),
    lines,
    total: { label: 'Total', amount: moneyOf(cents, currency) },
    token: { name: 'token', value: order.id },
    approve: 'Approve payment',
    decline: true,
    reference: `Order ${order.id}`
  }
}

function linesOf({ items, description, amount }: PurchaseUnit): Line[] {
  if (!items?.length) return [{ label: description ?? 'Payment', amount }]
  const { tax_total, discount } = amount.breakdown ?? {}
  return [
    ...items.map(({ name, quantity, unit_amount }) => ({
      label: quantity === '1' ? name : `${quantity} × ${name}`,
      amount: moneyOf(toCents(unit_amount) * Number(quantity), unit_amount.currency_code)
    })),
    ...(discount ? [{ label: 'Discount', amount: moneyOf(-toCents(discount), discount.currency_code) }] : []),
    ...(tax_total ? [{ label: 'Tax', amount: tax_total }] : [])
  ]
}
