import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actorOf } from '#accounts/server/index.ts'
import { findNextFreeChange } from '#catalogue/server/index.ts'
import { buildApp } from '#processes/http/app.ts'
import { listenToPageChanges, type PageChanges } from '#processes/http/public/page-changes.ts'
import { type SharedAnswers, sharedAnswers } from '#processes/http/public/shared-answers.ts'
import { createRenderLimit } from '#processes/http/render-limit.ts'
import { releaseAsset, withholdAsset } from '#submissions/review.contract.ts'
import { givenAsset, type MadeAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
let asset: MadeAsset
let app: FastifyInstance
let answers: SharedAnswers
let changes: PageChanges
/** What each call found: its own answer (miss) or that of another call (hit). */
const asked: string[] = []

beforeAll(async () => {
  world = await freshWorld()
  asset = await givenAsset(world, { title: 'Golden rocket' })
})
afterAll(() => world.end())
beforeEach(async () => {
  world.at('2026-03-01T12:00:00Z')
  await openApp(1_000_000)
})
afterEach(closeApp)

async function openApp(max_bytes: number): Promise<void> {
  const { db, ports, now } = world
  answers = sharedAnswers({
    max_bytes,
    now,
    onAsked: (result) => void asked.push(result),
    changesWith: (onChange) => {
      changes = listenToPageChanges({ listener: ports.listener, now, nextFreeChange: (at) => findNextFreeChange(db, at), onChange })
      return changes
    }
  })
  app = await buildApp({ db, ports, now, actorOf, shared_answers: answers, render_limit: createRenderLimit(1) })
  await vi.waitFor(() => expect(changes.generation()).toBeDefined(), { timeout: 10_000 })
  asked.length = 0
}

async function closeApp(): Promise<void> {
  await app.close()
  await answers.close()
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('visitors share one answer, however they spell the call, and it is the one that a call computes', async () => {
  const first = await get('/api/assets?page=1&unknown=7')
  const second = await get('/api/assets/?category=all')
  expect(asked).toEqual(['miss', 'hit'])
  expect(second.body).toBe(first.body)
  expect(second.json()).toEqual((await world.app.inject({ url: '/api/assets' })).json())
  for (const { headers } of [first, second])
    expect(headers).toMatchObject({
      'x-total-count': '1',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, authorization, cookie',
      'x-content-type-options': 'nosniff'
    })
  expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
})

test('a caller who has the answer gets 304, and the others get it compressed', async () => {
  const url = `/api/assets/${asset.id}`
  const { headers, body } = await get(url)
  const etag = String(headers['etag'])
  expect(await get(url, { 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' })
  const packed = await get(url, { 'accept-encoding': 'gzip', 'if-none-match': etag })
  expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([200, 'gzip'])
  const { gunzipSync } = await import('node:zlib')
  expect(gunzipSync(packed.rawPayload).toString()).toBe(body)
})

test('equal calls in parallel are computed once', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => get('/api/assets?search=rocket')))
  expect(new Set(all.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(asked.filter((result) => result === 'miss')).toHaveLength(1)
})

test('what a signed-in person may see is neither served from the cache nor put into it', async () => {
  const { token } = await world.person('admin')
  const own = await givenAsset(world, { title: 'Withheld owl' })
  const url = `/api/assets/${own.id}`
  const admin = await world.as('admin')
  await admin(withholdAsset, { params: { id: own.id }, body: { reason: 'Copied.' } })
  expect(await get(url, bearer(token))).toMatchObject({ statusCode: 200 })
  expect((await get(url)).statusCode).toBe(410)
  await admin(releaseAsset, { params: { id: own.id }, body: { reason: 'It is original.' } })
  await vi.waitFor(async () => expect((await get(url)).statusCode).toBe(200))
  const [visitor, person] = [await get(url), await get(url, bearer(token))]
  expect(visitor.json()).not.toHaveProperty('withheld_by')
  expect(person.json()).toHaveProperty('withheld_by', null)
  expect(person.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(person.headers).not.toHaveProperty('etag')
})

test.each(['session=x', '__Host-session=x', 'theme=dark; session=x', 'device=x', 'other=x'])(
  'a call with the cookie %s has nothing to do with the cache',
  async (cookie) => {
    await get('/api/assets', { cookie })
    await get('/api/assets', { cookie })
    expect(asked).toEqual([])
  }
)

test.each(['theme=dark', 'origin=human', 'theme=dark; origin=human'])(
  'a call with only the cookie %s shares the answer',
  async (cookie) => {
    await get('/api/assets', { cookie })
    expect(asked.length).toBe(1)
  }
)

test('a withheld asset disappears within two seconds', async () => {
  const gone = await givenAsset(world, { title: 'Silver whale' })
  const urls = ['/api/assets', `/api/assets/${gone.id}`, `/api/assets/${gone.id}/pricing`, '/api/assets?search=whale']
  await vi.waitFor(async () => expect((await get('/api/assets?search=whale')).json()).toHaveLength(1))
  for (const url of urls) expect((await get(url)).body).toContain(url.endsWith('pricing') ? 'prices' : gone.id)
  await (await world.as('admin'))(withholdAsset, { params: { id: gone.id }, body: { reason: 'Copied.' } })
  await vi.waitFor(async () => expect((await get('/api/assets')).body).not.toContain(gone.id), { timeout: 2000 })
  const after = await Promise.all(urls.map((url) => get(url)))
  expect(after.map(({ statusCode, body }) => (statusCode === 200 ? body.includes(gone.id) : statusCode))).toEqual([false, 410, 410, false])
})

test('an answer ends when a free window opens, and after a minute', async () => {
  await sql`update catalogue.asset set free_starts_at = '2026-03-01T12:00:30Z', free_ends_at = '2026-03-01T12:00:45Z' where id = ${asset.id}`.execute(
    world.db
  )
  const url = `/api/assets/${asset.id}`
  const isFree = async () => (await get(url)).json().is_currently_free
  await vi.waitFor(async () => expect((await get(url)).json().free_state).toBe('free_soon'))
  expect(await isFree()).toBe(false)
  world.at('2026-03-01T12:00:30Z')
  expect(await isFree()).toBe(true)
  world.at('2026-03-01T12:00:44Z')
  expect(await isFree()).toBe(true)
  world.at('2026-03-01T12:00:45Z')
  expect(await isFree()).toBe(false)
  asked.length = 0
  await get(url)
  world.at('2026-03-01T12:01:46Z')
  await get(url)
  expect(asked).toEqual(['hit', 'miss'])
})

test('what changes while an answer is computed is in the answers of all later calls', async () => {
  const url = '/api/assets?category=icon'
  const [slow, later] = await world.db.transaction().execute(async (tx) => {
    await sql`lock table catalogue.category_count in access exclusive mode`.execute(tx)
    const slow = get(url)
    await vi.waitFor(() => expect(asked).toEqual(['miss']))
    answers.changed()
    const later = get(url)
    await vi.waitFor(() => expect(asked).toEqual(['miss', 'miss']))
    return [slow, later]
  })
  await Promise.all([slow, later])
  await get(url)
  expect(asked).toEqual(['miss', 'miss', 'hit'])
})

test('refusals and searches without results are not shared, and nobody waits for a call that is refused', async () => {
  const calls = ['/api/assets/00000000-0000-4000-8000-000000000000', '/api/assets?search=zzqx', '/api/assets?page=0']
  for (const url of calls) await Promise.all([get(url), get(url)])
  expect(asked.filter((result) => result === 'hit')).toEqual([])
})

test('cached answers cost nothing of what a network may spend, and others do', async () => {
  const all = await Promise.all(Array.from({ length: 60 }, () => get('/api/assets')))
  expect(all.every(({ statusCode }) => statusCode === 200)).toBe(true)
  const different: number[] = []
  for (let page = 2; page < 42; page += 1) different.push((await get(`/api/assets?page=${page}`)).statusCode)
  expect(different.filter((status) => status === 429).length).toBeGreaterThan(10)
  expect((await get('/api/assets')).statusCode).toBe(200)
})

test('answers to invented searches, numbers, and ids do not evict the others', async () => {
  await closeApp()
  await openApp(80_000)
  const get = (url: string, index = 0) => app.inject({ url, remoteAddress: `203.0.113.${index}` })
  await get('/api/assets')
  for (let index = 1; index < 60; index += 1) {
    await get(`/api/assets?page=${index}`, index)
    await get(`/api/artists/${asset.owner_id}?page_size=${(index % 20) + 1}&page=${index}`, index)
    await get(`/api/featured-collections?asset_id=${randomUUID()}`, index)
    await get(`/api/assets/suggestions?q=word${index}`, index)
  }
  asked.length = 0
  await get('/api/assets')
  expect(asked).toEqual(['hit'])
})
