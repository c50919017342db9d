import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOf } from '#accounts/server/index.ts'
import { serveApiDescription } from '#processes/http/api-docs/serve-api-docs.ts'
import { buildApp } from '#processes/http/app.ts'
import { listenToPageChanges } from '#processes/http/public/page-changes.ts'
import { sharedAnswers } from '#processes/http/public/shared-answers.ts'
import { givenKey } from '../support/givens/keys.ts'
import { freshWorld, type World } from '../support/world.ts'

const ORIGIN = 'https://page.example'
const HEADERS = ['access-control-allow-origin', 'access-control-allow-credentials', 'access-control-expose-headers'] as const

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

type Sent = { method?: 'GET' | 'POST' | 'HEAD' | 'PATCH'; headers?: Record<string, string> }

async function corsOf(url: string, { method = 'GET', headers = {} }: Sent = {}, app = world.app) {
  const answer = await app.inject({ method, url: `/api${url}`, headers: { origin: ORIGIN, ...headers } })
  const [allowed, credentials, exposed] = HEADERS.map((name) => answer.headers[name])
  return { status: answer.statusCode, allowed, credentials, exposed, vary: answer.headers['vary'] }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test('pages of every origin may read what anyone may read, refusals included, and HEAD', async () => {
  for (const url of ['/assets', '/subscriptions/plans', `/assets/${UNKNOWN}`, '/licenses/verify/LIC-0'])
    expect({ url, ...(await corsOf(url)) }).toMatchObject({ allowed: '*', credentials: undefined })
  expect(await corsOf('/assets', { method: 'HEAD' })).toMatchObject({ status: 200, allowed: '*' })
  const { exposed } = await corsOf('/assets')
  for (const name of ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Total-Count', 'Link']) expect(exposed).toContain(name)
})

test('a call that carries a session may not be read by pages of other origins, and varies', async () => {
  const { token } = await world.person('client')
  const cookies = [{ cookie: `session=${token}` }, { cookie: `theme=dark; session=${token}` }, bearer(token)]
  for (const url of ['/assets', '/profile', '/licenses'])
    for (const headers of cookies)
      expect(await corsOf(url, { headers })).toMatchObject({ status: 200, allowed: undefined, credentials: undefined })
  expect((await corsOf('/assets')).vary).toContain('cookie')
})

test('calls of visitors that change something, and those that need a session, may not be read', async () => {
  expect(await corsOf('/contact', { method: 'POST' })).toMatchObject({ allowed: undefined })
  expect(await corsOf('/profile')).toMatchObject({ status: 401, allowed: undefined })
  expect(await corsOf('/nowhere')).toMatchObject({ status: 404, allowed: undefined })
})

test('calls with an API key may be read, refusals included, by the pages that may use it', async () => {
  const person = await world.person('client', 'open')
  const [anyone, listed] = [
    await givenKey(world, person, { scopes: ['licenses'] }),
    await givenKey(world, person, { allowed_origins: [ORIGIN] })
  ]
  for (const [url, status] of [
    ['/licenses', 200],
    ['/assets', 403],
    ['/profile', 403]
  ] as const)
    expect(await corsOf(url, { headers: bearer(anyone.key) })).toMatchObject({ status, allowed: '*', credentials: undefined })
  expect(await corsOf('/licenses', { headers: bearer(listed.key) })).toMatchObject({ status: 200, allowed: ORIGIN })
  expect((await corsOf('/licenses', { headers: bearer(listed.key) })).vary).toContain('origin')
  const other = { ...bearer(listed.key), origin: 'https://evil.example' }
  for (const url of ['/licenses', '/assets', '/profile'])
    expect(await corsOf(url, { headers: other })).toMatchObject({ status: 403, allowed: undefined })
  expect(await corsOf('/licenses', { headers: bearer(`easel_${'x'.repeat(43)}`) })).toMatchObject({ status: 401, allowed: '*' })
})

test('the 429 of a key may be read', async () => {
  const { key, id } = await givenKey(world, await world.person('client', 'fast'))
  await world.db.updateTable('developers.api_key').set({ per_minute: 1 }).where('id', '=', id).execute()
  await corsOf('/licenses', { headers: bearer(key) })
  expect(await corsOf('/licenses', { headers: bearer(key) })).toMatchObject({ status: 429, allowed: '*' })
})

async function preflight(url: string, method: string) {
  const headers = {
    origin: ORIGIN,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type'
  }
  const { statusCode, headers: answered } = await world.app.inject({ method: 'OPTIONS', url: `/api${url}`, headers })
  return { status: statusCode, ...answered }
}

test('a preflight allows what keys open and anyone may read, and nothing else', async () => {
  for (const [method, url] of [
    ['GET', '/assets'],
    ['GET', `/assets/${UNKNOWN}`],
    ['GET', '/licenses'],
    ['POST', '/licenses/checkout']
  ] as const) {
    const answer = await preflight(url, method)
    expect(answer).toMatchObject({ status: 204, 'access-control-allow-origin': '*' })
    expect(answer).not.toHaveProperty('access-control-allow-credentials')
    expect(String(answer['access-control-allow-methods'])).toContain(method)
    for (const name of ['authorization', 'content-type']) expect(String(answer['access-control-allow-headers'])).toContain(name)
  }
  const methods = (await preflight('/licenses/checkout', 'POST'))['access-control-allow-methods']
  expect(methods).toBe('POST')
  expect(String((await preflight('/assets', 'POST'))['access-control-allow-methods'])).not.toContain('POST')
  for (const [method, url] of [
    ['POST', '/auth/login'],
    ['GET', '/profile'],
    ['POST', '/developers/keys'],
    ['POST', '/contact']
  ] as const)
    expect(await preflight(url, method)).not.toHaveProperty('access-control-allow-origin')
})

test('an answer from the cache may be read as well, and a call with a key never comes from it', async () => {
  const { db, ports, now } = world
  const changesWith = (onChange: () => void) =>
    listenToPageChanges({ listener: ports.listener, now, nextFreeChange: async () => null, onChange })
  const shared_answers = sharedAnswers({ max_bytes: 1_000_000, now, changesWith })
  const app = await buildApp({ db, now, ports, actorOf, shared_answers })
  serveApiDescription(app, ports.settings)
  try {
    await expect.poll(async () => (await app.inject('/api/assets')).headers['etag']).toBeDefined()
    for (const _ of [1, 2]) {
      const answer = await corsOf('/assets', {}, app)
      expect(answer).toMatchObject({ status: 200, allowed: '*' })
      for (const name of ['authorization', 'cookie']) expect(answer.vary).toContain(name)
    }
    const { key } = await givenKey(world, await world.person('client', 'cached'), { scopes: ['licenses'], allowed_origins: [ORIGIN] })
    expect(await corsOf('/assets', { headers: bearer(key) }, app)).toMatchObject({ status: 403, allowed: ORIGIN })
    expect(await corsOf('/openapi.json', {}, app)).toMatchObject({ status: 200, allowed: '*' })
  } finally {
    await app.close()
    await shared_answers.close()
  }
})
