import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'
import { serveApiDescription } from './serve-api-docs.ts'

vi.setConfig({ testTimeout: 60_000 })

let world: World
let app: FastifyInstance
beforeAll(async () => {
  world = await freshWorld()
  app = Fastify()
  app.decorate('mounted', world.app.mounted)
  serveApiDescription(app, world.settings)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await world.end()
})

const open = (url: string) => app.inject({ url })

test('the page lists every call under its group, and each links to its details without JavaScript', async () => {
  const { body, headers } = await open('/api/docs')
  const ids = [...body.matchAll(/<details class="row call" id="(\w+)"/g)].map(([, id]) => id!)
  expect(ids).toHaveLength(world.app.mounted.size)
  for (const id of ids) expect(body).toContain(`href="/api/docs/${id}"`)
  expect(body).toContain('<h2 id="admin-payments">Admin: payments</h2>')
  expect(body).toContain('Admin: API keys and webhooks</h2>')
  expect(body).not.toMatch(/\.(csv|zip)<\/h2>/)
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(body.match(/<script[^>]*>/g)).toEqual(['<script src="/api/docs/client.js" defer>'])
  expect((await open('/api/docs/client.js')).headers['content-type']).toContain('text/javascript')
})

test('the words of a call name what is sent and answered', async () => {
  const { body } = await open('/api/docs')
  expect(/id="getAssetsId" data-words="([^"]*)"/.exec(body)?.[1]?.split(' ')).toEqual(
    expect.arrayContaining(['id', 'employee_name', 'preview_urls'])
  )
})

test('the details have an example of every answer, and curl; only public reads can be tried', async () => {
  const { body } = await open('/api/docs/getAssets')
  expect(body).toContain('<form class="try" data-path="/assets">')
  expect(body).toContain('curl &#39;http://easel.test/api/assets&#39;')
  expect(body).toContain('Anyone may call it.')
  const buys = (await open('/api/docs/postLicensesCheckout?part=1')).body
  expect(buys.startsWith('<p>')).toBe(true)
  expect(buys).not.toContain('class="try"')
  expect(buys).toContain('Authorization: Bearer $EASEL_KEY')
  expect(buys).toContain('license_held')
  expect((await open('/api/docs/getNothing')).statusCode).toBe(404)
})
