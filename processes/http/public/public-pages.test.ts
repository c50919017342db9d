import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { isCacheable, publicPages } from './public-pages.ts'

let app: FastifyInstance
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** An app that counts how often its pages are rendered. `notify` replaces the database's notifications. */
async function serve({ headers = { 'cache-control': 'public' } as Record<string, string>, valid_ms = 86_400_000, listening = true } = {}) {
  let renders = 0
  let generation = 0
  const notify = { change: () => {}, meanwhile: () => {} }
  const pages = publicPages({
    max_bytes: 1_000_000,
    changesWith: (onChange) => {
      notify.change = () => {
        generation += 1
        onChange()
      }
      return {
        generation: () => (listening ? generation : undefined),
        validUntil: async () => Date.now() + valid_ms,
        changed: notify.change,
        close: async () => {}
      }
    }
  })
  const render = async () => {
    renders += 1
    await new Promise((resolve) => setImmediate(resolve))
    notify.meanwhile()
    return { response: new Response(`render ${renders}`, { headers: { 'content-type': 'text/html', ...headers } }), nonce: 'n' }
  }
  app = Fastify()
  await app.register(cookie)
  app.decorateRequest('ctx')
  app.addHook('preHandler', async (request) => void Object.assign(request, { ctx: { actor: null } }))
  app.get('/*', async (request, reply) => {
    if (!isCacheable(request)) return reply.send(await (await render()).response.text())
    const alone = await pages.answer({
      request,
      reply,
      theme: 'system',
      address: request.url,
      open: request.url !== '/',
      spend: () => {},
      render
    })
    return alone ? reply.send(await alone.response.text()) : reply
  })
  const get = async (sent: Record<string, string> = {}, url = '/') => (await app.inject({ url, headers: sent })).body
  return { get, notify, renders: () => renders }
}

test('a public page is rendered once, even for simultaneous requests', async () => {
  const { get, renders } = await serve()
  expect(await Promise.all([get(), get(), get()])).toEqual(['render 1', 'render 1', 'render 1'])
  expect([await get(), renders()]).toEqual(['render 1', 1])
  expect(await get({}, '/?page=2')).toBe('render 2')
})

test('the next visitor sees a change', async () => {
  const { get, notify } = await serve()
  await get()
  notify.change()
  expect(await get()).toBe('render 2')
})

test('a page that was rendering during a change is not cached', async () => {
  const { get, notify } = await serve()
  notify.meanwhile = notify.change
  expect(await get()).toBe('render 1')
  notify.meanwhile = () => {}
  expect(await get()).toBe('render 2')
})

test.each(['session=x', 'registration=x', 'device=x', '__Host-session=x'])(
  'a request with the cookie %s is not answered from the cache',
  async (sent) => {
    const { get, renders } = await serve()
    await get()
    await get({ cookie: sent })
    await get({ authorization: 'Bearer x' })
    expect(renders()).toBe(3)
  }
)

test.each<[string, Record<string, string>]>([
  ['is private', { 'cache-control': 'private, no-store' }],
  ['sets a cookie', { 'cache-control': 'public', 'set-cookie': 'a=b' }]
])('a page that %s is not cached', async (_what, headers) => {
  const { get, renders } = await serve({ headers })
  await get()
  await get()
  expect(renders()).toBe(2)
})

test('nothing is cached while changes cannot be reported', async () => {
  const { get, renders } = await serve({ listening: false })
  await get()
  await get()
  expect(renders()).toBe(2)
})

test('a stale page is served while it is rendered again', async () => {
  const { get } = await serve()
  vi.useFakeTimers({ toFake: ['Date'] })
  await get()
  vi.setSystemTime(Date.now() + 61_000)
  expect(await get()).toBe('render 1')
  await vi.waitFor(async () => expect(await get()).toBe('render 2'))
})

test('a page is not served after it becomes invalid', async () => {
  const { get } = await serve({ valid_ms: 5000 })
  vi.useFakeTimers({ toFake: ['Date'] })
  await get()
  vi.setSystemTime(Date.now() + 5000)
  expect(await get()).toBe('render 2')
})
