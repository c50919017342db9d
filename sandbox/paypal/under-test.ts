import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { problemsOf } from './published-api.ts'
import { type SandboxOptions, startPayPalSandbox } from './sandbox.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses are read field by field and checked by assertions
export type Answer = { status: number; body: any }
export type Received = {
  headers: IncomingHttpHeaders
  text: string
  event: { event_type: string; resource: Record<string, unknown>; id: string }
}

type Sending = { body?: unknown; headers?: Record<string, string> }

const CREDENTIALS = { clientId: 'client', clientSecret: 'secret' }

/** A shop's webhook address that stores what it receives, and can refuse the first ones. */
export async function startReceiver({ refusing = 0 } = {}) {
  const received: Received[] = []
  let left = refusing
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      received.push({ headers: request.headers, text, event: JSON.parse(text) })
      response.statusCode = left > 0 ? 503 : 200
      left -= 1
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/webhooks`, received, types: () => received.map(({ event }) => event.event_type) }
}

/** Starts a sandbox for one test, a receiver of its webhooks, and calls whose requests and responses must match PayPal's description. */
export async function sandboxUnderTest(options: Partial<SandboxOptions> & { refusing?: number } = {}) {
  const { refusing = 0, ...rest } = options
  const receiver = await startReceiver({ refusing })
  const sandbox = await startPayPalSandbox({
    ...CREDENTIALS,
    port: 0,
    file: ':memory:',
    webhookId: 'WEBHOOK1',
    webhookUrl: receiver.url,
    retry: { attempts: 4, first_ms: 10 },
    ...rest
  })
  onTestFinished(() => sandbox.close())
  const authorization = `Bearer ${await fetchToken(sandbox.url)}`
  const call = (method: string, path: string, { body, headers = {} }: Sending = {}) =>
    send(sandbox.url, { method, path, body, headers: { authorization, ...headers } })
  const drive = (path: string, body?: unknown) => request(sandbox.url, { method: 'POST', path: `/sandbox${path}`, body, headers: {} })
  return { ...sandbox, receiver, call, drive, authorization }
}

export type Running = Awaited<ReturnType<typeof sandboxUnderTest>>

async function fetchToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('client:secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' })
  })
  const { access_token }: { access_token: string } = JSON.parse(await answer.text())
  return access_token
}

type Exchange = { method: string; path: string; body: unknown; headers: Record<string, string> }

async function request(url: string, { method, path, body, headers }: Exchange): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : undefined }
}

async function send(url: string, exchange: Exchange): Promise<Answer> {
  const answer = await request(url, exchange)
  const { method, path, body: sent } = exchange
  expect(problemsOf({ method, path, status: answer.status, sent, received: answer.body })).toEqual([])
  return answer
}

export const FULL = { prefer: 'return=representation' }

export function orderOf(change: Record<string, unknown> = {}) {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'payment-1',
        custom_id: 'payment-1',
        description: 'Personal license: Red fox',
        amount: { currency_code: 'USD', value: '12.5', breakdown: { item_total: { currency_code: 'USD', value: '12.50' } } },
        items: [{ name: 'Red fox', quantity: '1', unit_amount: { currency_code: 'USD', value: '12.50' }, category: 'DIGITAL_GOODS' }],
        ...change
      }
    ],
    application_context: { brand_name: 'Easel', return_url: 'https://shop.test/done?x=1', cancel_url: 'https://shop.test/left' }
  }
}

export async function approvedOrder({ call, drive }: Running, change: Record<string, unknown> = {}): Promise<string> {
  const { body } = await call('POST', '/v2/checkout/orders', { body: orderOf(change) })
  await drive(`/orders/${body.id}/approve`)
  return body.id
}

export async function capturedOrder(running: Running, change: Record<string, unknown> = {}) {
  const order = await approvedOrder(running, change)
  const { body } = await running.call('POST', `/v2/checkout/orders/${order}/capture`)
  return { order, capture: body.purchase_units[0].payments.captures[0].id as string }
}

export async function pendingSubscription({ call }: Running, payment_failure_threshold = 0) {
  const product = await call('POST', '/v1/catalogs/products', { body: { name: 'Easel plans', type: 'DIGITAL' } })
  const plan = await call('POST', '/v1/billing/plans', {
    body: {
      product_id: product.body.id,
      name: 'Individual',
      billing_cycles: [
        {
          tenure_type: 'REGULAR',
          sequence: 1,
          total_cycles: 0,
          frequency: { interval_unit: 'MONTH', interval_count: 1 },
          pricing_scheme: { fixed_price: { currency_code: 'USD', value: '19' } }
        }
      ],
      payment_preferences: { payment_failure_threshold }
    }
  })
  const { body } = await call('POST', '/v1/billing/subscriptions', {
    body: {
      plan_id: plan.body.id,
      custom_id: 'subscription-1',
      application_context: { brand_name: 'Easel', return_url: 'https://shop.test/joined', cancel_url: 'https://shop.test/left' }
    }
  })
  return body as { id: string; status: string; links: { rel: string; href: string }[] }
}
