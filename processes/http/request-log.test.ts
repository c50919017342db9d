import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assetOnSale, begunCheckout } from '#tests/support/givens/sales.ts'
import { openLines } from '#tests/support/log-lines.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
let seen: Awaited<ReturnType<typeof openLines>>
beforeAll(async () => {
  seen = await openLines()
  world = await freshWorld({ log: seen.log })
})
afterAll(() => world.end())
beforeEach(() => seen.clear())

const requests = () => seen.lines().filter(({ msg }) => msg === 'request')

test('the log contains the requested page, but no token, signature, email address, or network address', async () => {
  await world.app.inject('/reset-password?token=secret-1&x=1')
  await world.app.inject('/reset-password.data?_routes=a&token=secret-2')
  await world.app.inject('/files/1?expires=5&signature=secret-3')
  await world.app.inject('/verify?email=secret-4%40example.com&next=%2Ffaq')
  await world.app.inject({
    url: '/forgot-password?sent=secret-5%40example.com',
    headers: { cookie: 'session=secret-6' },
    remoteAddress: '203.0.113.9'
  })
  expect(requests()).toMatchObject([
    { url: '/reset-password?token=…&x=1', status: 404, method: 'GET' },
    {},
    { url: '/files/1?expires=5&signature=…' },
    {},
    {}
  ])
  expect(seen.text()).not.toMatch(/secret|203\.0\.113/)
})

test('a stranger cannot make the log work: a host or address that is no such thing, or too long, is cut', async () => {
  const hostile = 'Key ()=()=('.repeat(350)
  await world.app.inject({ url: '/faq', headers: { host: hostile } })
  await world.app.inject(`/faq?x=${'a'.repeat(5000)}`)
  const [strange, long] = requests()
  expect(strange?.['host']).toBeUndefined()
  expect(String(long?.['url'])).toHaveLength(1000)
})

test('a request keeps the id that a proxy gave it, and gets a new one instead of anything that is not an id', async () => {
  const { headers } = await world.app.inject({ url: '/faq', headers: { 'x-request-id': 'proxy-1234567' } })
  expect(headers['x-request-id']).toBe('proxy-1234567')
  for (const given of ['short', 'a b c d e f g', 'x'.repeat(200), 'ann@example.com'])
    expect((await world.app.inject({ url: '/faq', headers: { 'x-request-id': given } })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(requests()[0]).toMatchObject({ request_id: 'proxy-1234567' })
  expect(requests().map(({ request_id }) => String(request_id).length)).toEqual([13, 36, 36, 36, 36])
})

test('a line names the person by id only', async () => {
  const { id, token, name, email } = await world.person('client', 'Ann Example')
  await world.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
  expect(requests()).toMatchObject([{ user_id: id, route: '/api/auth/me' }])
  for (const text of [token, name, email]) expect(seen.text()).not.toContain(text)
})

test('when PayPal cannot be reached, the cause is logged once, with the request and the person', async () => {
  const asset = await assetOnSale(world)
  const { id } = await world.person('client')
  seen.clear()
  await expect(begunCheckout(world, asset.id)).rejects.toMatchObject({ status: 503 })
  await wait(10)
  const [request] = requests()
  const chain = { code: 'payment_provider_unavailable', cause: { type: 'PayPalUnreachable', cause: { type: 'TypeError' } } }
  expect(seen.causes()).toMatchObject([{ level: 'warn', user_id: id, request_id: request?.['request_id'], err: chain }])
  expect(request).toMatchObject({ status: 503 })
})

test('an unexpected error is logged once with its stack, and what callers do wrong is not an error', async () => {
  await world.app.inject({ url: '/api/auth/me' })
  await world.app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'application/json' }, payload: '{' })
  expect(requests().map(({ status }) => status)).toEqual([401, 400])
  expect(seen.causes()).toEqual([])
  await sql`alter table payroll.wage_rule rename to gone`.execute(world.db)
  const { statusCode } = await world.app.inject('/api/wage_rules')
  await sql`alter table payroll.gone rename to wage_rule`.execute(world.db)
  expect(statusCode).toBe(500)
  expect(seen.causes()).toMatchObject([
    { level: 'error', msg: 'unexpected error', err: { code: '42P01', stack: expect.stringContaining(' at ') } }
  ])
})
