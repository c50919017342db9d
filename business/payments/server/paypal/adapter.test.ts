import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problemsOf } from '#sandbox/paypal/published-api.ts'
import { type RunningSandbox, startPayPalSandbox } from '#sandbox/paypal/sandbox.ts'
import { openPayPal, type PayPal } from './adapter.ts'

let sandbox: RunningSandbox
let paypal: PayPal
type Exchange = { method: string; path: string; status: number; sent: unknown; received: unknown; request_id: string | null }
let exchanges: Exchange[]
const real = globalThis.fetch

/** Records the requests, to check them against PayPal's published API description. */
async function recording(address: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await real(address, init)
  const text = await answer.clone().text()
  exchanges.push({
    method: init?.method ?? 'GET',
    path: new URL(String(address)).pathname,
    status: answer.status,
    sent: init?.body ? parse(String(init.body)) : undefined,
    received: text ? parse(text) : undefined,
    request_id: new Headers(init?.headers).get('paypal-request-id')
  })
  return answer
}

const parse = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : text)

beforeEach(async () => {
  exchanges = []
  sandbox = await startPayPalSandbox({ port: 0, file: ':memory:', clientId: 'client', clientSecret: 'secret', webhookId: 'WEBHOOK1' })
  paypal = openPayPal({ base_url: sandbox.url, client_id: 'client', client_secret: 'secret', webhook_id: 'WEBHOOK1' })
  vi.stubGlobal('fetch', recording)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await sandbox.close()
})

const request = (change: object = {}) => ({
  payment_id: randomUUID(),
  client_id: randomUUID(),
  value: '12.50',
  currency: 'USD',
  description: 'Füchse 🦊'.repeat(30),
  brand_name: 'Easel',
  return_url: 'http://localhost:3000/pay/checkout?payment_id=1',
  cancel_url: 'http://localhost:3000/pay/checkout?payment_id=1&cancelled=1',
  ...change
})
const tokens = () => exchanges.filter(({ path }) => path === '/v1/oauth2/token')
const approve = (order_id: string) => real(`${sandbox.url}/sandbox/orders/${order_id}/approve`, { method: 'POST' })

test("requests and responses match PayPal's published API description", async () => {
  const order = await paypal.createOrder(request())
  await approve(order.id)
  await paypal.getOrder(order.id)
  const captured = await paypal.captureOrder(order.id, 'payment')
  expect(captured.purchase_units[0]?.payments?.captures).toMatchObject([{ status: 'COMPLETED', amount: { value: '12.50' } }])
  const calls = exchanges.filter(({ path }) => path.startsWith('/v2/'))
  expect(calls).toHaveLength(3)
  expect(calls.flatMap(problemsOf)).toEqual([])
})

test('every POST has an id that stays the same when it is repeated', async () => {
  const asked = request()
  const [one, other] = [await paypal.createOrder(asked), await paypal.createOrder(asked)]
  expect(one.id).toBe(other.id)
  await approve(one.id)
  const captures = [await paypal.captureOrder(one.id, asked.payment_id), await paypal.captureOrder(one.id, asked.payment_id)]
  expect(new Set(captures.map(({ purchase_units }) => purchase_units[0]?.payments?.captures[0]?.id)).size).toBe(1)
  expect(exchanges.filter(({ method, path }) => method === 'POST' && path.startsWith('/v2/')).every(({ request_id }) => request_id)).toBe(
    true
  )
})

test('concurrent calls share one token', async () => {
  await Promise.all(Array.from({ length: 10 }, () => paypal.createOrder(request())))
  await paypal.createOrder(request())
  expect(tokens()).toHaveLength(1)
})

test('a token that PayPal no longer accepts is renewed once', async () => {
  const order = await paypal.createOrder(request())
  let refused = false
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (refused || !address.includes('/v2/')) return recording(address, init)
    refused = true
    return Response.json({ name: 'AUTHENTICATION_FAILURE', message: 'Expired.' }, { status: 401 })
  })
  expect((await paypal.getOrder(order.id)).id).toBe(order.id)
  expect(tokens()).toHaveLength(2)
})

test.each([
  [
    'a refusal names its issue',
    { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] } },
    { name: 'PayPalRefusal', issue: 'INSTRUMENT_DECLINED' }
  ],
  ['a server error counts as unreachable', { status: 503, body: {} }, { name: 'PayPalUnreachable' }],
  ['a response with an unexpected body counts as unreachable', { status: 200, body: { id: 7 } }, { name: 'PayPalUnreachable' }]
])('%s', async (_, { status, body }, error) => {
  await paypal.createOrder(request())
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
  await expect(paypal.getOrder('ORDER')).rejects.toMatchObject(error)
})

test('wrong credentials are refused, and the next call tries again', async () => {
  const wrong = openPayPal({ base_url: sandbox.url, client_id: 'client', client_secret: 'other', webhook_id: 'WEBHOOK1' })
  await expect(wrong.getOrder('ORDER')).rejects.toMatchObject({ name: 'PayPalRefusal', status: 401 })
  await expect(wrong.getOrder('ORDER')).rejects.toMatchObject({ name: 'PayPalRefusal', status: 401 })
  expect(tokens().length).toBeGreaterThanOrEqual(2)
})
