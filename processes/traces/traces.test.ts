import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actorOf } from '#accounts/server/index.ts'
import { inSpan, openLog, setTracer } from '#platform/server/index.ts'
import { assetOnSale, begunCheckout } from '#tests/support/givens/sales.ts'
import { openLines } from '#tests/support/log-lines.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { buildApp } from '../http/app.ts'
import { type Traces, tracedFiles, tracesOf } from './traces.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Received = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  links?: { traceId: string }[]
}

const received: Received[] = []
let services: string[] = []
let bodies = ''
/** A collector that speaks OTLP over HTTP with JSON. */
const collector = createServer(async (request, response) => {
  const text = Buffer.concat(await Array.fromAsync(request)).toString()
  bodies += text
  for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
    services = resource.attributes.filter(({ key }: Attribute) => key === 'service.name').map(({ value }: Attribute) => value.stringValue)
    for (const { spans } of scopeSpans) received.push(...spans)
  }
  response.setHeader('content-type', 'application/json').end('{}')
})

let world: World
let traces: Traces | undefined
let seen: Awaited<ReturnType<typeof openLines>>
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`)
  vi.stubEnv('OTEL_SERVICE_NAME', 'easel-test')
  seen = await openLines()
  traces = await tracesOf(process.env, seen.log)
  setTracer(traces?.tracer)
  world = await freshWorld({ log: seen.log, ...(traces && { traces }) })
})
afterAll(async () => {
  await world.end()
  setTracer(undefined)
  vi.unstubAllEnvs()
  collector.close()
})
beforeEach(async () => {
  await traces?.flush()
  received.splice(0)
})

const attributesOf = ({ attributes }: Received) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

test('a checkout is one trace: the request, its statements, the call of PayPal, and log lines; and none of it is personal', async () => {
  const asset = await assetOnSale(world)
  const { email, name, token } = await world.person('client', 'Ann Example')
  await traces?.flush()
  received.splice(0)
  await begunCheckout(world, asset.id, { client: 'Ann Example' }).catch(() => undefined)
  await traces?.flush()
  const server = received.find((span) => span.kind === 2)
  expect(server).toMatchObject({ name: 'POST /api/licenses/checkout' })
  expect(attributesOf(server!)).toMatchObject({ 'http.route': '/api/licenses/checkout', 'http.response.status_code': 503 })
  const inside = received.filter(({ traceId, parentSpanId }) => traceId === server?.traceId && parentSpanId === server.spanId)
  expect(inside.map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT', 'INSERT', 'PayPal POST']))
  const insert = inside.find(({ name }) => name === 'INSERT')
  expect(attributesOf(insert!)['db.query.text']).toContain('values ($1')
  expect(seen.causes().at(-1)).toMatchObject({ trace_id: server?.traceId })
  for (const text of [email, name, token]) expect(bodies).not.toContain(text)
  expect(services).toEqual(['easel-test'])
})

test('a job is a trace of its own, with a link to the request that sent it', async () => {
  const { email } = await world.person('client', 'Bo')
  const { statusCode } = await world.app.inject({ method: 'POST', url: '/api/auth/resend-verification', payload: { email } })
  expect(statusCode).toBeLessThan(300)
  await world.mails()
  await traces?.flush()
  const server = received.find((span) => span.kind === 2)
  const job = received.find(({ name }) => name === 'job accounts.mail-asked')
  expect(job?.links).toMatchObject([{ traceId: server?.traceId }])
  expect(received.filter(({ traceId, name }) => traceId === job?.traceId && name === 'SELECT').length).toBeGreaterThan(0)
  expect(bodies).not.toContain(email)
})

test('a trace of the caller is continued only where a proxy is trusted', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await world.app.inject({ url: '/api/wage_rules', headers: { traceparent } })
  const behindProxy = await buildApp({ db: world.db, now: world.now, ports: world.ports, actorOf, traces, trust_proxy: 1 })
  await behindProxy.inject({ url: '/api/wage_rules', headers: { traceparent } })
  await behindProxy.close()
  await traces?.flush()
  const [own, continued] = received.filter((span) => span.kind === 2)
  expect(own?.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c')
  expect(continued).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' })
})

test('calls of a bucket are spans, and an error names its kind only', async () => {
  const files = tracedFiles({ ...world.ports.files, bytes: () => Promise.reject(new TypeError('ann@example.com')) })
  await files.size('nothing/there')
  await files.bytes('nothing/there').catch(() => undefined)
  await traces?.flush()
  expect(received.map(({ name }) => name)).toEqual(['S3 size', 'S3 bytes'])
  expect(attributesOf(received[1]!)).toMatchObject({ 'error.type': 'TypeError' })
  expect(bodies).not.toContain('ann@example.com')
})

test('without a collector nothing is loaded, and a span costs less than a microsecond', async () => {
  const log = await openLog({ level: 'silent', readable: false })
  expect(await tracesOf({}, log)).toBeUndefined()
  expect(await tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }, log)).toBeUndefined()
  setTracer(undefined)
  const work = Promise.resolve()
  const start = performance.now()
  for (let index = 0; index < 100_000; index += 1) void inSpan('x', {}, () => work)
  const each_us = ((performance.now() - start) * 1000) / 100_000
  setTracer(traces?.tracer)
  expect(each_us).toBeLessThan(1)
})

test('only what is loaded with traces imports the SDK', () => {
  const files = globSync('{platform,business,processes}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const importing = (what: RegExp) => files.filter((file) => what.test(readFileSync(file, 'utf8'))).sort()
  const loaded = ['processes/traces/open-traces.ts', 'processes/traces/traceparent.ts']
  expect(importing(/from '@opentelemetry/)).toEqual(loaded)
  expect(importing(/from '.*(open-traces|traceparent)\.ts'/)).toEqual(['processes/traces/open-traces.ts'])
})

test('a collector that cannot be reached leaves one warning, and the work goes on', async () => {
  await traces?.close()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9')
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300')
  seen.clear()
  const away = await tracesOf(process.env, seen.log)
  setTracer(away?.tracer)
  for (const name of ['first', 'second']) {
    expect(await inSpan(name, {}, async () => name)).toBe(name)
    await away?.flush()
  }
  setTracer(undefined)
  await away?.close()
  expect(seen.causes()).toMatchObject([{ level: 'warn', msg: 'traces could not be sent' }])
})
