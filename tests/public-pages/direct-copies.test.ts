import type { AddressInfo } from 'node:net'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { actorOf } from '#accounts/server/index.ts'
import { collectGarbage } from '#platform/server/collect-garbage.ts'
import { buildApp } from '#processes/http/app.ts'
import { themeOf } from '#processes/http/pages/render-page.ts'
import { isCacheable, publicPages } from '#processes/http/public/public-pages.ts'
import { sharedAnswers } from '#processes/http/public/shared-answers.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const DAY_MS = 86_400_000
/** Of each request alone. */
const OWN = new Set(['date', 'x-request-id'])

let world: World
let app: FastifyInstance
let generation: number | undefined = 0
let valid_ms: number
let asked: string[]
/** How many requests have reached the app. */
let reached: number
const clears = new Set<() => void>()
const requests: WeakRef<object>[] = []

beforeAll(async () => {
  world = await freshWorld()
  for (let index = 0; index < 12; index += 1) await givenAsset(world, { title: `Golden rocket ${index}` })
})
afterAll(() => world.end())

beforeEach(async () => {
  world.at('2026-03-01T12:00:00Z')
  ;[generation, valid_ms, asked, reached] = [0, DAY_MS, [], 0]
  const { db, ports, now } = world
  const onAsked = (result: string) => void asked.push(result)
  const answers = sharedAnswers({ max_bytes: 1_000_000, now, onAsked, changesWith })
  app = await buildApp({ db, ports, now, actorOf, shared_answers: answers })
  app.addHook('onRequest', async (request) => {
    reached += 1
    requests.push(new WeakRef(request))
  })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  const pages = publicPages({ max_bytes: 1_000_000, onAsked, changesWith })
  pages.answerDirectly(app)
  app.get('/*', async (request, reply) => {
    const theme = themeOf(request.cookies)
    const html = `<title>${theme} ${generation}</title>${'<p>A page</p>'.repeat(200)}`
    if (!isCacheable(request)) return reply.send('personal')
    const headers = { 'content-type': 'text/html', 'cache-control': 'public' }
    const render = async () => ({ response: new Response(html, { headers }), nonce: 'n' })
    const alone = await pages.answer({ request, reply, theme, address: request.url, open: false, spend: () => {}, render })
    return alone ? reply.send(await alone.response.text()) : reply
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

function changesWith(onChange: () => void) {
  clears.add(onChange)
  const validUntil = async () => Math.max(Date.now(), world.now().getTime()) + valid_ms
  return { generation: () => generation, validUntil, changed: change, close: async () => {} }
}

function change(): void {
  generation = (generation ?? 0) + 1
  for (const clear of clears) clear()
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`, { method, headers })

/** Returns everything that a person could notice of an answer, and whether the app gave it. */
async function look(path: string, headers: Record<string, string> = {}) {
  const before = reached
  const answer = await get(path, headers)
  const sent = [...answer.headers].filter(([name]) => !OWN.has(name)).sort()
  return { by_app: reached > before, status: answer.status, headers: sent, text: await answer.text() }
}

const PATHS = ['/api/assets?unknown=7', '/', '/?category=icon'] as const

test.each(PATHS)('%s goes out again before the hooks of the app, with the same bytes and headers', async (path) => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    await get(path, { 'accept-encoding': encoding })
    const first = await look(path, { 'accept-encoding': encoding })
    const again = await look(path, { 'accept-encoding': encoding })
    expect(again).toEqual({ ...first, by_app: false })
    expect(Object.fromEntries(again.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      vary: expect.stringContaining('cookie')
    })
    expect(Object.fromEntries(again.headers)['content-encoding'] ?? 'identity').toBe(encoding)
    const etag = Object.fromEntries(again.headers)['etag'] ?? ''
    for (const condition of [etag, `W/${etag}`, '*']) {
      const unchanged = await look(path, { 'accept-encoding': encoding, 'if-none-match': condition })
      expect(unchanged).toMatchObject({ by_app: false, status: 304, text: '' })
    }
    expect(await look(path, { 'accept-encoding': encoding, 'if-none-match': '"other"' })).toMatchObject({ status: 200, by_app: false })
  }
  expect(asked.filter((result) => result === 'miss')).toHaveLength(1)
})

test.each(PATHS)('%s: calls of someone in particular, and other methods, reach the app', async (path) => {
  for (let times = 0; times < 3; times += 1) await get(path)
  const { token } = await world.person('client')
  const own = [{ cookie: `session=${token}` }, { authorization: `Bearer ${token}` }, { cookie: 'theme=dark; device=x' }, { cookie: 'a=b' }]
  for (const headers of own) expect(await look(path, headers)).toMatchObject({ by_app: true, status: 200 })
  const before = reached
  await get(path, {}, 'HEAD')
  expect(reached).toBe(before + 1)
  expect(await look(path)).toMatchObject({ by_app: false })
})

test('each theme has its own page, and all share the answers of the API', async () => {
  for (const path of PATHS) {
    await get(path, { cookie: 'theme=dark' })
    await get(path, { cookie: 'theme=dark' })
  }
  expect(await look('/', { cookie: 'theme=dark' })).toMatchObject({ by_app: false, text: expect.stringContaining('<title>dark') })
  expect(await look('/')).toMatchObject({ by_app: true, text: expect.not.stringContaining('<title>dark') })
  expect(await look('/api/assets?unknown=7')).toMatchObject({ by_app: false })
})

test('a change, or not knowing of changes, ends a copy at once', async () => {
  for (const path of PATHS) {
    for (let times = 0; times < 3; times += 1) await get(path)
    change()
    expect(await look(path)).toMatchObject({ by_app: true })
    for (let times = 0; times < 2; times += 1) await get(path)
    expect(await look(path)).toMatchObject({ by_app: false })
    generation = undefined
    expect(await look(path)).toMatchObject({ by_app: true })
    generation = 1
  }
})

test('what changes soon by itself comes from the app, which says how long caches may keep it', async () => {
  valid_ms = 100_000
  for (let times = 0; times < 3; times += 1) await get('/')
  expect(await look('/')).toMatchObject({ by_app: true })
  for (let times = 0; times < 3; times += 1) await get('/api/assets')
  expect(await look('/api/assets')).toMatchObject({ by_app: false })
  world.at('2026-03-01T12:01:01Z')
  expect(await look('/api/assets')).toMatchObject({ by_app: true })
})

test('what is encoded in another way for one caller is not given to others', async () => {
  for (let times = 0; times < 3; times += 1) await get('/', { 'accept-encoding': '*' })
  const plain = await look('/', { 'accept-encoding': 'identity' })
  expect(plain.text).toContain('<p>A page</p>')
  expect(Object.fromEntries(plain.headers)).not.toHaveProperty('content-encoding')
})

const OFTEN = '/api/assets?unknown=8'
const sizeOf = async (path: string) => Number((await get(path, { 'accept-encoding': 'br' })).headers.get('content-length'))
const withoutLength = (headers: [string, string][]) => headers.filter(([name]) => name !== 'content-length')

test('who asks whether a response has changed does not make it one that is sent often', async () => {
  await get(OFTEN, { 'accept-encoding': 'br' })
  const size = await sizeOf(OFTEN)
  const etag = (await get(OFTEN, { 'accept-encoding': 'br' })).headers.get('etag') ?? ''
  for (let times = 0; times < 40; times += 1) await get(OFTEN, { 'accept-encoding': 'br', 'if-none-match': etag })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await sizeOf(OFTEN)).toBe(size)
})

test('what is sent often becomes smaller, and stays the same text with the same headers', async () => {
  await get(OFTEN, { 'accept-encoding': 'br' })
  const [first, size] = [await look(OFTEN, { 'accept-encoding': 'br' }), await sizeOf(OFTEN)]
  for (let times = 0; times < 30; times += 1) await sizeOf(OFTEN)
  await expect.poll(() => sizeOf(OFTEN)).toBeLessThan(size)
  const { headers, ...small } = await look(OFTEN, { 'accept-encoding': 'br' })
  expect({ ...small, headers: withoutLength(headers) }).toEqual({ ...first, by_app: false, headers: withoutLength(first.headers) })
  const etag = Object.fromEntries(headers)['etag'] ?? ''
  expect(await look(OFTEN, { 'accept-encoding': 'br', 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
})

test('refusals are not kept', async () => {
  const path = '/api/assets/00000000-0000-4000-8000-000000000000'
  for (let times = 0; times < 3; times += 1) expect(await look(path)).toMatchObject({ by_app: true, status: 404 })
})

test.each(['/api/assets', '/'])('%s: what is kept to find a response again holds none of the requests', async (path) => {
  requests.length = 0
  for (let index = 0; index < 200; index += 1) await (await get(`${path}?unknown=${index}`)).text()
  expect(requests).toHaveLength(200)
  await new Promise((resolve) => setTimeout(resolve))
  collectGarbage()
  expect(requests.filter((one) => one.deref()).length).toBeLessThan(20)
})

test('with traces, every request goes through the app', async () => {
  const { db, ports, now } = world
  const traced = await buildApp({ db, ports, now, actorOf, traces: { watch: () => {}, tracer: undefined } as never })
  expect(traced.direct.isOpen()).toBe(false)
  await traced.close()
})
