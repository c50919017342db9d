import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetOnSale, begunCheckout, freshMarket, type Market } from '#tests/support/givens/sales.ts'

type Posted = { headers: IncomingHttpHeaders; text: string }

let market: Market
const posted: Posted[] = []
const PATH = '/api/payments/webhooks/paypal'

/** Receives the sandbox's signed webhooks instead of the app, so that tests can change them before delivery. */
const catcher = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  posted.push({ headers: request.headers, text: Buffer.concat(chunks).toString() })
  response.end()
})

beforeAll(async () => {
  market = await freshMarket()
  await new Promise<void>((resolve) => catcher.listen(0, '127.0.0.1', resolve))
  market.sandbox.setWebhookUrl(`http://127.0.0.1:${(catcher.address() as AddressInfo).port}/`)
})
afterAll(async () => {
  catcher.close()
  await market.end()
})

/** The event of an order that was just approved, as PayPal sends it. */
async function approvedEvent() {
  const asset = await assetOnSale(market)
  const started = await begunCheckout(market, asset.id)
  await market.approve(started.provider_order_id)
  await market.sandbox.settled()
  return { ...started, event: posted.at(-1)! }
}

async function post({ headers, text }: Posted) {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('paypal-') || name === 'content-type')
  const answer = await market.app.inject({ method: 'POST', url: PATH, headers: Object.fromEntries(kept), payload: text })
  return { status: answer.statusCode, body: answer.json() as { code?: string } }
}

const stateOf = async (id: string) =>
  (await market.db.selectFrom('payments.payment').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

const countEvents = async () => (await market.db.selectFrom('payments.webhook_event').select('id').execute()).length

test('an event is stored and processed once, no matter how often it is sent', async () => {
  const { event, payment_id } = await approvedEvent()
  const before = await countEvents()
  const answers = await Promise.all([1, 2, 3, 4].map(() => post(event)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await countEvents()).toBe(before + 1)
  await market.work()
  expect(await stateOf(payment_id)).toBe('approved')
})

test.each([
  ['with another amount in it', (event: Posted) => ({ ...event, text: event.text.replace('"10.00"', '"99.00"') })],
  ['with a forged signature', (event: Posted) => withHeader(event, 'paypal-transmission-sig', 'AAAA')],
  ['with a different time', (event: Posted) => withHeader(event, 'paypal-transmission-time', '2026-03-01T12:00:01Z')],
  ['without a signature', (event: Posted) => withHeader(event, 'paypal-transmission-sig', '')],
  [
    'with a certificate from another host',
    (event: Posted) => withHeader(event, 'paypal-cert-url', 'http://127.0.0.1:1/v1/notifications/certs/C')
  ],
  ['with an unknown certificate', (event: Posted) => withHeader(event, 'paypal-cert-url', `${market.sandbox.url}/v1/notifications/certs/C`)]
])('an event %s is refused and not stored', async (_, change) => {
  const { event, payment_id } = await approvedEvent()
  const before = await countEvents()
  expect(await post(change(event))).toMatchObject({ status: 400, body: { code: 'invalid_signature' } })
  expect(await countEvents()).toBe(before)
  await market.work()
  expect(await stateOf(payment_id)).toBe('created')
})

const withHeader = ({ headers, text }: Posted, name: string, value: string): Posted => ({ text, headers: { ...headers, [name]: value } })

test('an event a week old is refused', async () => {
  const { event } = await approvedEvent()
  market.at('2026-03-08T12:00:01Z')
  expect((await post(event)).status).toBe(400)
  market.at('2026-03-01T12:00:00Z')
})

test.each([
  ['invalid JSON', '{', 400],
  ['an object without an event', '{}', 422],
  ['an empty body', '', 422]
])('%s is refused', async (_, text, status) => {
  expect((await post({ headers: { 'content-type': 'application/json' }, text })).status).toBe(status)
})
