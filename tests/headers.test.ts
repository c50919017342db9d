import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOf } from '#accounts/server/index.ts'
import { buildApp } from '#processes/http/app.ts'
import { freshWorld, type World } from './support/world.ts'

let world: World
let inProduction: FastifyInstance
beforeAll(async () => {
  world = await freshWorld()
  const { db, ports, now } = world
  inProduction = await buildApp({ db, now, actorOf, ports: { ...ports, settings: { ...ports.settings, production: true } } })
})
afterAll(async () => {
  await inProduction.close()
  await world.end()
})

test.each(['/api/assets', '/api/me', '/api/nowhere'])(
  '%s has headers against content sniffing, framing, and referrer leaks',
  async (url) => {
    const { headers } = await world.app.inject({ url })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin'
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['strict-transport-security']).toBeUndefined()
    for (const name of ['server', 'x-powered-by', 'access-control-allow-credentials']) expect(headers).not.toHaveProperty(name)
  }
)

test('production responses require https', async () => {
  const { headers } = await inProduction.inject({ url: '/api/assets' })
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
})
