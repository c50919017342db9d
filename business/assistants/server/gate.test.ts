import { setTimeout as wait } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deleteKey, limitKey, listKeys } from '#developers/keys.contract.ts'
import { givenKey } from '#tests/support/givens/assistants.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

/** One search by picture in it starts the processes that read pictures. */
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

let minute = 0
/** Each test has its own minute, and so its own 60 calls. */
beforeEach(() => {
  minute += 1
  world.at(new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString())
})

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json', 'mcp-protocol-version': '2025-06-18' }

type Sending = Omit<InjectOptions, 'headers'> & { headers?: Record<string, string> }

async function send(body: unknown, { headers = {}, ...more }: Sending = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  return inject({ method: 'POST', url: '/mcp', payload, headers: { ...HEADERS, ...headers }, ...more })
}

/** A busy machine refuses calls before anything is done. */
async function inject(call: InjectOptions) {
  let answer = await world.app.inject(call)
  for (let tries = 0; answer.statusCode === 503 && tries < 30; tries += 1) {
    await wait(500)
    answer = await world.app.inject(call)
  }
  return answer
}

const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).statusCode
const namesIn = (answer: { json(): unknown }) =>
  (answer.json() as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name)
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

test('its own pages and this machine may call, others may not', async () => {
  for (const origin of ['http://easel.test', 'http://127.0.0.1:5173', 'http://localhost:6274', 'http://[::1]:80'])
    expect({ origin, status: await statusOf(LIST, { headers: { origin } }) }).toEqual({ origin, status: 200 })
  for (const origin of [
    'https://easel.test',
    'http://easel.test:81',
    'http://evil.example',
    'http://easel.test.evil.example',
    'http://127.0.0.1.evil.example',
    'null',
    ''
  ])
    expect({ origin, status: await statusOf(LIST, { headers: { origin } }) }).toEqual({ origin, status: 403 })
  for (const host of ['easel.test', '127.0.0.1:3000', 'localhost'])
    expect({ host, status: await statusOf(LIST, { headers: { host } }) }).toEqual({ host, status: 200 })
  for (const host of ['evil.example', 'easel.test.evil.example', 'localhost.evil.example:3000'])
    expect({ host, status: await statusOf(LIST, { headers: { host } }) }).toEqual({ host, status: 403 })
})

test('GET and DELETE are not allowed', async () => {
  for (const method of ['GET', 'DELETE'] as const) {
    const answer = await inject({ method, url: '/mcp', headers: { accept: 'text/event-stream' } })
    expect({ method, status: answer.statusCode, allow: answer.headers.allow }).toEqual({ method, status: 405, allow: 'POST' })
  }
})

test('what is not one JSON-RPC message is malformed', async () => {
  for (const body of [
    '',
    '{',
    'hello',
    '[]',
    JSON.stringify([LIST, LIST]),
    '"text"',
    'null',
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}'
  ])
    expect({ body, status: await statusOf(body) }).toEqual({ body, status: 400 })
  expect(await statusOf(LIST, { headers: { 'content-type': 'text/plain' } })).toBe(400)
  expect(await statusOf(`[${'0,'.repeat(60_000)}0]`)).toBe(400)
})

test('an unknown protocol version is refused, and known ones are answered', async () => {
  for (const version of ['1999-01-01', 'latest']) expect(await statusOf(LIST, { headers: { 'mcp-protocol-version': version } })).toBe(400)
  for (const version of ['2025-06-18', '2025-11-25']) {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const answer = await send({ jsonrpc: '2.0', id: 1, method: 'initialize', params }, { headers: { 'mcp-protocol-version': version } })
    expect(answer.json()).toMatchObject({ result: { protocolVersion: version, serverInfo: { title: 'Easel' } } })
    expect(answer.headers['mcp-session-id']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('a notification is accepted without an answer', async () => {
  const answer = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 202, body: '' })
})

test('a key that is unknown, deleted, or expired is refused', async () => {
  const key = await givenKey(world, 'gate', ['licenses'])
  expect(await statusOf(LIST, { headers: bearer(key) })).toBe(200)
  const wrong = await send(LIST, { headers: bearer(`easel_${'x'.repeat(43)}`) })
  expect({ status: wrong.statusCode, asks: wrong.headers['www-authenticate'], code: wrong.json().code }).toEqual({
    status: 401,
    asks: 'Bearer',
    code: 'unknown_key'
  })
  for (const authorization of ['Bearer ', 'Bearer nonsense', 'Basic abc'])
    expect(await statusOf(LIST, { headers: { authorization } })).toBe(401)
  const client = await world.as('client', 'gate')
  const [made] = (await client(listKeys, {})).items
  await client(deleteKey, { params: { id: made!.id } })
  expect(await statusOf(LIST, { headers: bearer(key) })).toBe(401)
  const ending = await givenKey(world, 'gate', ['licenses'])
  world.at('2026-04-15T12:00:00Z')
  expect(await statusOf(LIST, { headers: bearer(ending) })).toBe(401)
})

test('a session opens nothing more than a visitor has, by cookie or by token', async () => {
  const { token } = await world.person('client', 'session')
  const visitor = namesIn(await send(LIST))
  expect(namesIn(await send(LIST, { headers: { cookie: `session=${token}` } }))).toEqual(visitor)
  expect(namesIn(await send(LIST, { headers: bearer(token) }))).toEqual(visitor)
})

test('a key with origins is refused elsewhere', async () => {
  const key = await givenKey(world, 'origins', ['licenses'], ['http://easel.test'])
  expect(await statusOf(LIST, { headers: { ...bearer(key), origin: 'http://easel.test' } })).toBe(200)
  const answer = await send(LIST, { headers: { ...bearer(key), origin: 'http://localhost:1234' } })
  expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 403, code: 'origin_not_allowed' })
})

test('an address may make 60 calls a minute, whatever they are', async () => {
  const remoteAddress = '198.51.100.7'
  const bodies = [LIST, '{', { jsonrpc: '2.0', method: 'notifications/initialized' }]
  const statuses = await Promise.all(Array.from({ length: 60 }, (_, at) => statusOf(bodies[at % 3], { remoteAddress })))
  expect(statuses).not.toContain(429)
  const over = await send(LIST, { remoteAddress })
  expect(over.statusCode).toBe(429)
  expect(Number(over.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(await statusOf(LIST, { remoteAddress, headers: bearer('easel_guess') })).toBe(429)
  expect(await statusOf(LIST, { remoteAddress: '198.51.100.8' })).toBe(200)
  expect(await statusOf(LIST, { remoteAddress, headers: bearer(await givenKey(world, 'limited', ['licenses'])) })).toBe(200)
})

test('a key has its own calls, and no more than an admin gave it', async () => {
  const key = await givenKey(world, 'few', ['licenses'])
  const [made] = (await (await world.as('client', 'few'))(listKeys, {})).items
  await (await world.as('admin'))(limitKey, { params: { id: made!.id }, body: { per_minute: 2 } })
  const answers = [
    await send(LIST, { headers: bearer(key) }),
    await send(LIST, { headers: bearer(key) }),
    await send(LIST, { headers: bearer(key) })
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
  expect(answers[0]!.headers['ratelimit-policy']).toBe('"default";q=2;w=60')
  expect(answers[2]!.headers['retry-after']).toMatch(/^\d+$/)
})

const pictureCall = (bytes: number) => ({
  ...LIST,
  method: 'tools/call',
  params: { name: 'search_by_picture', arguments: { picture: 'A'.repeat(bytes) } }
})

test('only a search by picture may be long, and not longer than a picture', async () => {
  const long = 'x'.repeat(70_000)
  expect(await statusOf({ ...LIST, params: { long } })).toBe(413)
  expect(await statusOf({ ...LIST, method: 'tools/call', params: { name: 'search_assets', arguments: { query: long } } })).toBe(413)
  const large = await send(pictureCall(14 * 1024 * 1024 - 1000))
  expect(large.json()).toMatchObject({ result: { isError: true, content: [{ text: expect.stringContaining('at most 10 MB') }] } })
  expect(await statusOf(pictureCall(14 * 1024 * 1024))).toBe(413)
})

test('searches by picture count with those of the site, and a long one is refused before it is read', async () => {
  world.at('2026-03-02T09:00:00Z')
  const remoteAddress = '198.51.100.20'
  for (let at = 0; at < 60; at += 1) {
    if (at === 30) world.at('2026-03-02T09:01:00Z')
    await send(pictureCall(40), { remoteAddress })
  }
  world.at('2026-03-02T09:02:00Z')
  const short = await send(pictureCall(40), { remoteAddress })
  expect(short.json()).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringContaining('many times in the last hour') }] }
  })
  const long = await send(pictureCall(100_000), { remoteAddress })
  expect({ status: long.statusCode, waits: Number(long.headers['retry-after']) > 60 }).toEqual({ status: 429, waits: true })
})
