import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerErrors } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { serveOperations } from './operations.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

type Asked = { metrics_token?: string; from?: string; headers?: Record<string, string> }

async function figures({ metrics_token, from = '127.0.0.1', headers = {} }: Asked): Promise<number> {
  const app = Fastify()
  answerErrors(app)
  serveOperations(app, { db: world.db, ...world.ports }, { metrics_token })
  const { statusCode } = await app.inject({ url: '/metrics', remoteAddress: from, headers })
  await app.close()
  return statusCode
}

test('a process that is stopping, or whose file store does not answer in time, should get no requests', async () => {
  const app = Fastify()
  answerErrors(app)
  let isStopping = false
  const files = { ...world.ports.files, isReachable: () => new Promise<boolean>(() => {}) }
  serveOperations(app, { db: world.db, ...world.ports, files }, { isStopping: () => isStopping, check_ms: 1000 })
  const ready = async () => {
    const answer = await app.inject('/health/ready')
    return [answer.statusCode, answer.json().problems]
  }
  expect(await ready()).toEqual([503, ['files']])
  isStopping = true
  expect(await ready()).toEqual([503, ['stopping']])
  expect((await app.inject('/health/live')).statusCode).toBe(200)
  await app.close()
})

test.each<[number, string, Asked]>([
  [200, 'this machine', {}],
  [404, 'another machine', { from: '10.0.0.7' }],
  [404, 'a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  [200, 'anywhere with the token', { metrics_token: 'figures', from: '10.0.0.7', headers: { authorization: 'Bearer figures' } }],
  [404, 'this machine without the configured token', { metrics_token: 'figures' }],
  [404, 'this machine with another token', { metrics_token: 'figures', headers: { authorization: 'Bearer figure' } }]
])('%i for metrics requested from %s', async (status, _who, asked) => expect(await figures(asked)).toBe(status))
