import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAssets } from '#catalogue/contract.ts'
import { type Connection, connect } from '#platform/database/connect.ts'
import { startProxy } from '#tests/chaos/processes/tcp-proxy.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { buildApp } from './app.ts'
import { inProcessApi } from './pages/in-process-api.ts'

let world: World
let db: Connection
let port: number
let proxy: Awaited<ReturnType<typeof startProxy>>
beforeAll(async () => {
  world = await freshWorld()
  const address = new URL(world.db.pool.options.connectionString ?? '')
  port = Number(address.port)
  proxy = await startProxy(() => port)
  address.port = String(proxy.port)
  db = connect(address.href, 4)
})
afterAll(async () => {
  await db.destroy()
  proxy.close()
  await world.end()
})

test('while the database is away, calls and pages are told to try again, and then work without a restart', async () => {
  const app = await buildApp({ db, now: world.now, ports: world.ports, actorOf: async () => null })
  const ask = () => app.inject('/api/assets')
  const page = inProcessApi(app, { ...world.ctx(), db, pool: db, read: db })
  expect((await ask()).statusCode).toBe(200)
  const true_port = port
  // Nothing listens there, and open connections are cut.
  port = 9
  proxy.cut()
  for (const answer of [await ask(), await ask()]) {
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '5', 'busy'])
  }
  await expect(page(listAssets, { query: {} })).rejects.toMatchObject({ status: 503, retryAfter: 5 })
  port = true_port
  expect((await ask()).statusCode).toBe(200)
  expect(await page(listAssets, { query: {} })).toEqual([])
  await app.close()
})
