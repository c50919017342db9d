import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { assetOnSale, begunCheckout, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const WEBHOOK = '/api/payments/webhooks/paypal'
const CERTIFICATES = '/v1/notifications/certs'

/** Stands where the app expects PayPal, and counts the certificates that the app asks for. */
const fetched: string[] = []
let respond: (response: ServerResponse) => void
const provider = createServer((request, response) => {
  fetched.push(request.url ?? '')
  respond(response)
})
const missing = (response: ServerResponse) => void response.writeHead(404).end()

let base_url: string
let world: World
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => void provider.close())
beforeEach(async () => {
  fetched.length = 0
  respond = missing
  world = await freshWorld({ paypal: { base_url, client_id: 'client', client_secret: 'secret', webhook_id: 'WEBHOOK1' } })
})
afterEach(() => world.end())

async function forge(cert_url: string, from = '203.0.113.1', to: Pick<World, 'app'> = world) {
  const headers = {
    'content-type': 'application/json',
    'paypal-transmission-id': 'forged',
    'paypal-transmission-time': world.now().toISOString(),
    'paypal-transmission-sig': 'AAAA',
    'paypal-cert-url': cert_url,
    'paypal-auth-algo': 'SHA256withRSA'
  }
  const payload = JSON.stringify({ id: 'WH-FORGED', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: {} })
  const answer = await to.app.inject({ method: 'POST', url: WEBHOOK, headers, payload, remoteAddress: from })
  return { status: answer.statusCode, retry: Number(answer.headers['retry-after'] ?? 0), code: (answer.json() as { code: string }).code }
}

const at = (id: string) => `${base_url}${CERTIFICATES}/${id}`
const many = (count: number) => Array.from({ length: count }, (_, index) => index)

test.each([
  '/elsewhere',
  `${CERTIFICATES}/other-1`,
  `${CERTIFICATES}/CERT-1/more`,
  `${CERTIFICATES}/CERT-1?x=1`,
  `${CERTIFICATES}/../CERT-1`
])('an event that names the address %s makes the app fetch nothing', async (path) => {
  expect(await forge(base_url + path)).toMatchObject({ status: 400, code: 'invalid_signature' })
  expect(fetched).toEqual([])
})

test('a missing certificate is fetched once, no matter how many events name it', async () => {
  for (const _ of many(50)) expect((await forge(at('CERT-missing'))).status).toBe(400)
  expect(fetched).toEqual([`${CERTIFICATES}/CERT-missing`])
})

test('at most two certificates are fetched at the same time; other events get 503, so that PayPal sends them again', async () => {
  const waiting: ServerResponse[] = []
  respond = (response) => void waiting.push(response)
  const answers = many(12).map((index) => forge(at(`CERT-${index}`), `203.0.113.${index}`))
  const refused = await Promise.all(answers.slice(2))
  expect(refused.map(({ status, retry }) => [status, retry > 0])).toEqual(many(10).map(() => [503, true]))
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  expect(fetched).toHaveLength(2)
  for (const response of waiting) missing(response)
  expect((await Promise.all(answers.slice(0, 2))).map(({ status }) => status)).toEqual([400, 400])
})

test('events with new certificates from one network address reach a limit before any fetch', async () => {
  const answers = []
  for (const index of many(100)) answers.push(await forge(at(`CERT-${index}`)))
  expect(fetched.length).toBeLessThanOrEqual(20)
  expect(answers.at(-1)).toMatchObject({ status: 429, code: 'too_many' })
  expect(answers.at(-1)!.retry).toBeGreaterThan(0)
})

test('events with new certificates from many network addresses cause a limited number of fetches', async () => {
  const statuses = new Set<number>()
  for (const index of many(300)) statuses.add((await forge(at(`CERT-${index}`), `2001:db8:0:${index.toString(16)}::1`)).status)
  expect(fetched.length).toBeLessThan(80)
  expect([...statuses].sort()).toEqual([400, 503])
})

test('a redirect is not followed', async () => {
  respond = (response) => void response.writeHead(302, { location: `${base_url}/inside` }).end()
  expect((await forge(at('CERT-1'))).status).toBe(400)
  expect(fetched).toEqual([`${CERTIFICATES}/CERT-1`])
})

test('a certificate that never ends is not read to its end', async () => {
  let sent = 0
  respond = (response) => {
    const more = () => {
      while (!response.destroyed && sent < 100_000_000) {
        sent += 64_000
        if (!response.write(Buffer.alloc(64_000))) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  }
  expect((await forge(at('CERT-1'))).status).toBe(400)
  expect(sent).toBeLessThan(20_000_000)
})

test('a failure at PayPal answers 503 and is not repeated for every event', async () => {
  respond = (response) => void response.writeHead(500).end()
  for (const _ of many(5)) expect(await forge(at('CERT-1'))).toMatchObject({ status: 503 })
  expect(fetched).toHaveLength(1)
})

test('a flood of forged events does not stop the events that PayPal signs', async () => {
  const market: Market = await freshMarket()
  try {
    const asset = await assetOnSale(market)
    const before = await begunCheckout(market, asset.id)
    await market.approve(before.provider_order_id)
    await market.webhooksDone()
    for (const index of many(100)) await forge(`${market.sandbox.url}${CERTIFICATES}/CERT-${index}`, '127.0.0.1', market)
    const after = await begunCheckout(market, asset.id)
    await market.approve(after.provider_order_id)
    await market.webhooksDone()
    const { state } = await market.db
      .selectFrom('payments.payment')
      .select('state')
      .where('id', '=', after.payment_id)
      .executeTakeFirstOrThrow()
    expect(state).toBe('approved')
  } finally {
    await market.end()
  }
})
