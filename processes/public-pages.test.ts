import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { isForAnyone, publicPages } from './public-pages.ts'

let app: FastifyInstance
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** An app whose pages count how often they are rendered; `told` stands for the database. */
async function serve({ headers = { 'cache-control': 'public' } as Record<string, string>, valid_ms = 86_400_000, listening = true } = {}) {
  let renders = 0
  let generation = 0
  const told = { change: () => {}, meanwhile: () => {} }
  const pages = publicPages({
    most_bytes: 1_000_000,
    changesWith: (onChange) => {
      told.change = () => {
        generation += 1
        onChange()
      }
      return {
        generation: () => (listening ? generation : undefined),
        validUntil: async () => Date.now() + valid_ms,
        changed: told.change,
        close: async () => {}
      }
    }
  })
  const render = async () => {
    renders += 1
    await new Promise((resolve) => setImmediate(resolve))
    told.meanwhile()
    return { response: new Response(`render ${renders}`, { headers: { 'content-type': 'text/html', ...headers } }), nonce: 'n' }
  }
  app = Fastify()
  await app.register(cookie)
  app.decorateRequest('ctx')
  app.addHook('preHandler', async (request) => void Object.assign(request, { ctx: { actor: null } }))
  app.get('/*', async (request, reply) => {
    if (!isForAnyone(request)) return reply.send(await (await render()).response.text())
    const alone = await pages.answer({ request, reply, theme: 'system', render })
    return alone ? reply.send(await alone.response.text()) : reply
  })
  const get = async (sent: Record<string, string> = {}, url = '/') => (await app.inject({ url, headers: sent })).body
  return { get, told, renders: () => renders }
}

test('a public page is rendered once, also for many who ask at the same time', async () => {
  const { get, renders } = await serve()
  expect(await Promise.all([get(), get(), get()])).toEqual(['render 1', 'render 1', 'render 1'])
  expect([await get(), renders()]).toEqual(['render 1', 1])
  expect(await get({}, '/?page=2')).toBe('render 2')
})

test('a change is seen by the next visitor', async () => {
  const { get, told } = await serve()
  await get()
  told.change()
  expect(await get()).toBe('render 2')
})

test('a page that was being rendered when something changed is not kept', async () => {
  const { get, told } = await serve()
  told.meanwhile = told.change
  expect(await get()).toBe('render 1')
  told.meanwhile = () => {}
  expect(await get()).toBe('render 2')
})

test.each(['session=x', 'registration=x', 'device=x'])('whoever sends the cookie %s gets a page of their own', async (sent) => {
  const { get, renders } = await serve()
  await get()
  await get({ cookie: sent })
  await get({ authorization: 'Bearer x' })
  expect(renders()).toBe(3)
})

test.each<[string, Record<string, string>]>([
  ['says nothing of others', { 'cache-control': 'private, no-store' }],
  ['sets a cookie', { 'cache-control': 'public', 'set-cookie': 'a=b' }]
])('a page that %s is not kept', async (_what, headers) => {
  const { get, renders } = await serve({ headers })
  await get()
  await get()
  expect(renders()).toBe(2)
})

test('while the database cannot tell of changes nothing is kept', async () => {
  const { get, renders } = await serve({ listening: false })
  await get()
  await get()
  expect(renders()).toBe(2)
})

test('an old page is shown once more while it is rendered anew', async () => {
  const { get } = await serve()
  vi.useFakeTimers({ toFake: ['Date'] })
  await get()
  vi.setSystemTime(Date.now() + 61_000)
  expect(await get()).toBe('render 1')
  await vi.waitFor(async () => expect(await get()).toBe('render 2'))
})

test('a page is shown no longer than it is right', async () => {
  const { get } = await serve({ valid_ms: 5000 })
  vi.useFakeTimers({ toFake: ['Date'] })
  await get()
  vi.setSystemTime(Date.now() + 5000)
  expect(await get()).toBe('render 2')
})
