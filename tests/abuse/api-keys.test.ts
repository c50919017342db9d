import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setRole, setStatus } from '#accounts/users.contract.ts'
import { createKey, deleteKey, limitKey, listKeys } from '#developers/keys.contract.ts'
import { findKey } from '#developers/server/index.ts'
import { checkOut } from '#licensing/contract.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { givenAsset } from '../support/givens/catalogue.ts'
import { givenKey } from '../support/givens/keys.ts'
import { givenPlan } from '../support/givens/plans.ts'
import { givenPrice } from '../support/givens/sales.ts'
import { freshWorld, type World } from '../support/world.ts'

const START = '2026-03-01T12:00:00Z'

let world: World
let last = 0
beforeAll(async () => {
  world = await freshWorld()
  await givenPrice(world, 'icon', '4')
})
afterAll(() => world.end())

const someone = (role: 'client' | 'employee' = 'client') => {
  last += 1
  return world.person(role, `developer ${last}`)
}

async function call(key: string, url: string, { headers, ...more }: InjectOptions = {}) {
  const answer = await world.app.inject({ url: `/api${url}`, ...more, headers: { ...headers, authorization: `Bearer ${key}` } })
  const isJson = answer.headers['content-type']?.toString().includes('json') ?? false
  return {
    status: answer.statusCode,
    code: isJson ? (answer.json() as { code?: string }).code : undefined,
    headers: answer.headers,
    json: () => answer.json() as Record<string, unknown>
  }
}

test('a key opens the calls of its scopes, as its owner, and shows its last use', async () => {
  const person = await someone()
  const { id } = await givenAsset(world, { category: 'icon' })
  await givenPlan(world, person.name)
  const { key } = await givenKey(world, person)
  const order = { asset_id: id, license_type: 'subscription', via_subscription: true }
  const bought = await call(key, '/licenses/checkout', { method: 'POST', payload: order })
  expect(bought.status).toBe(200)
  const { license_id } = bought.json()
  const read = [
    ...['/assets', `/assets/${id}`, `/assets/${id}/pricing`, `/assets/${id}/similar`, '/subscriptions/plans', '/licenses'],
    ...[`/licenses/${license_id}`, `/licenses/${license_id}/certificate`, `/licenses/${license_id}/download`]
  ]
  for (const url of read) expect({ url, status: (await call(key, url)).status }).toEqual({ url, status: 200 })
  expect((await call(key, '/licenses')).json()).toMatchObject({ total: 1 })
  const { download_url } = (await call(key, `/licenses/${license_id}/download`)).json()
  // Without the key.
  expect((await world.app.inject({ url: String(download_url) })).statusCode).toBe(200)
  const [listed] = (await injectedApi(world.app, person.token)(listKeys, {})).items
  expect(listed?.last_used_at).toBe(world.now().toISOString())
})

const PAYING = [
  { license_type: 'personal' },
  { license_type: 'personal', via_subscription: true },
  { license_type: 'subscription' },
  { license_type: 'subscription', via_subscription: 'true' },
  { via_subscription: true },
  {}
]

test.each(PAYING)('a key never pays: %o', async (order) => {
  const { id: asset_id } = await givenAsset(world, { category: 'icon' })
  const { key } = await givenKey(world, await someone())
  expect(await call(key, '/licenses/checkout', { method: 'POST', payload: { asset_id, ...order } })).toMatchObject({
    status: 403,
    code: 'not_for_keys'
  })
  expect(await world.db.selectFrom('payments.payment').select('id').execute()).toEqual([])
})

test('a plan that is used up is 409 plan_limit_reached, and a client without a plan 402', async () => {
  const { id: asset_id } = await givenAsset(world, { category: 'icon' })
  const payload = { asset_id, license_type: 'subscription', via_subscription: true }
  const person = await someone()
  const { key } = await givenKey(world, person, { scopes: ['downloads'] })
  expect(await call(key, '/licenses/checkout', { method: 'POST', payload })).toMatchObject({ status: 402, code: 'no_plan' })
  await givenPlan(world, person.name)
  await world.db.updateTable('subscriptions.subscription').set({ downloads_limit: 1 }).where('owner_id', '=', person.id).execute()
  expect((await call(key, '/licenses/checkout', { method: 'POST', payload })).status).toBe(200)
  payload.asset_id = (await givenAsset(world, { category: 'icon' })).id
  expect(await call(key, '/licenses/checkout', { method: 'POST', payload })).toMatchObject({ status: 409, code: 'plan_limit_reached' })
})

test('a key makes, lists, and deletes no keys, and its owner’s session does not help it', async () => {
  const person = await someone()
  const { key, id } = await givenKey(world, person)
  const cookie = `session=${person.token}; __Host-session=${person.token}`
  const calls: [string, string][] = [
    ...([
      ['POST', '/developers/keys'],
      ['GET', '/developers/keys'],
      ['DELETE', `/developers/keys/${id}`]
    ] as [string, string][]),
    ...([
      ['GET', '/profile'],
      ['GET', '/auth/me'],
      ['POST', '/auth/session'],
      ['POST', '/auth/logout']
    ] as [string, string][])
  ]
  for (const [method, url] of calls)
    expect(await call(key, url, { method: method as 'GET', headers: { cookie } })).toMatchObject({ status: 403, code: 'not_for_keys' })
})

test('in a cookie, a key opens nothing', async () => {
  const { key } = await givenKey(world, await someone())
  const { statusCode } = await world.app.inject({ url: '/api/licenses', headers: { cookie: `session=${key}; __Host-session=${key}` } })
  expect(statusCode).toBe(401)
})

test('origins are compared whole, and programs without one may always call', async () => {
  const { key } = await givenKey(world, await someone(), { allowed_origins: ['https://shop.example'] })
  for (const origin of ['https://shop.example', undefined])
    expect((await call(key, '/assets', { headers: origin ? { origin } : {} })).status).toBe(200)
  const others = [
    'null',
    'http://shop.example',
    'https://shop.example:444',
    'https://shop.example.evil.example',
    'https://evil.example',
    ''
  ]
  for (const origin of others)
    expect({ origin, ...(await call(key, '/assets', { headers: { origin } })) }).toMatchObject({ status: 403, code: 'origin_not_allowed' })
})

const STOPPED: Record<string, (person: { id: string; token: string }, id: string) => Promise<unknown>> = {
  deleted: ({ token }, id) => injectedApi(world.app, token)(deleteKey, { params: { id } }),
  expired: async () => world.at('2026-06-01T12:00:00Z'),
  'of a deactivated person': async ({ id }) => (await world.as('admin'))(setStatus, { params: { id }, body: { is_active: false } }),
  'of someone who became an admin': async ({ id }) => (await world.as('admin'))(setRole, { params: { id }, body: { role: 'admin' } })
}

test.each(Object.keys(STOPPED))('a key %s gets 401 where one must sign in, and is a visitor elsewhere', async (how) => {
  const person = await someone()
  const { key, id } = await givenKey(world, person)
  expect((await call(key, '/licenses')).status).toBe(200)
  await STOPPED[how]!(person, id)
  expect(await call(key, '/licenses')).toMatchObject({ status: 401, code: 'signed_out' })
  expect(await call(key, '/profile')).toMatchObject({ status: 401, code: 'signed_out' })
  expect((await call(key, '/assets')).status).toBe(200)
  expect(await findKey({ ...world.ctx(), pool: world.db }, key)).toBeNull()
  world.at(START)
})

test('a key of the demo stops where strangers can reach the shop', async () => {
  const person = await someone()
  const { key } = await givenKey(world, person)
  await world.db.updateTable('accounts.user').set({ is_demo: true }).where('id', '=', person.id).execute()
  world.settings.exposed = true
  expect((await call(key, '/licenses')).status).toBe(401)
  world.settings.exposed = false
  expect((await call(key, '/licenses')).status).toBe(200)
})

test('the 61st call in a minute is 429 in every process, for this key alone, and a new minute begins with the next call', async () => {
  const person = await someone()
  const [{ key }, other] = [await givenKey(world, person), await givenKey(world, person)]
  world.at('2026-03-01T12:00:50Z')
  const first = await call(key, '/subscriptions/plans')
  expect(first.headers).toMatchObject({ 'ratelimit-policy': '"default";q=60;w=60', ratelimit: '"default";r=59;t=60' })
  world.at('2026-03-01T12:01:20Z')
  const answers = await Promise.all(Array.from({ length: 64 }, () => call(key, '/subscriptions/plans')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(59)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  for (const { code, headers } of refused)
    expect({ code, ...headers }).toMatchObject({ code: 'too_many', 'retry-after': '30', ratelimit: '"default";r=0;t=30' })
  expect((await call(other.key, '/subscriptions/plans')).status).toBe(200)
  world.at('2026-03-01T12:01:50Z')
  expect((await call(key, '/subscriptions/plans')).headers).toMatchObject({ ratelimit: '"default";r=59;t=60' })
  world.at(START)
})

test('an admin’s higher limit counts at once, and refused calls do not count', async () => {
  const person = await someone()
  const { key, id } = await givenKey(world, person, { scopes: ['catalogue'] })
  await (await world.as('admin'))(limitKey, { params: { id }, body: { per_minute: 2 } })
  for (const url of ['/profile', '/licenses', '/profile']) expect((await call(key, url)).status).toBe(403)
  const statuses = [await call(key, '/assets'), await call(key, '/assets'), await call(key, '/assets')].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 429])
  await (await world.as('admin'))(limitKey, { params: { id }, body: { per_minute: 100 } })
  expect(await call(key, '/assets')).toMatchObject({ status: 200, headers: { 'ratelimit-policy': '"default";q=100;w=60' } })
})

test('without a fresh proof no key is made or deleted', async () => {
  const strict = await freshWorld({ proofs_end: true })
  try {
    const client = await strict.as('client')
    const made = await givenKey(strict, await strict.person('client'))
    strict.at('2026-03-01T12:30:00Z')
    const body = { name: 'Late', scopes: ['icons' as const], expires_at: '2026-04-01T00:00:00Z' }
    const refused = { status: 409, body: { code: 'proof_needed', ways: ['password'] } }
    await expect(client(createKey, { body })).rejects.toMatchObject(refused)
    await expect(client(deleteKey, { params: { id: made.id } })).rejects.toMatchObject(refused)
  } finally {
    await strict.end()
  }
})

test('a purchase by plan with the same Idempotency-Key happens once', async () => {
  const person = await someone()
  await givenPlan(world, person.name)
  const { id: asset_id } = await givenAsset(world, { category: 'icon' })
  const { key } = await givenKey(world, person)
  const payload = { asset_id, license_type: 'subscription', via_subscription: true }
  const again = () => call(key, '/licenses/checkout', { method: 'POST', payload, headers: { 'idempotency-key': 'once' } })
  const [one, two] = [await again(), await again()]
  expect(two.json()).toEqual(one.json())
  expect(checkOut.key_scope).toBe('downloads')
})
