import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })

test.each([
  ['arrays', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
  ['objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
  ['a field', `{"email":${'['.repeat(40)}${']'.repeat(40)},"password":"x"}`]
])('deeply nested %s are refused without being traversed', async (_name, payload) => {
  const answer = await post('/api/auth/login', payload)
  expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'The request is nested too deep.', code: 'malformed' }])
})

test('a body with more parts than any call has, or with more bytes, is refused before it is read', async () => {
  const parts = await post('/api/auth/login', JSON.stringify({ x: Array(20_000).fill(0) }))
  expect([parts.statusCode, parts.json()]).toEqual([400, { error: 'The request has too many parts.', code: 'malformed' }])
  expect((await post('/api/auth/login', JSON.stringify({ x: 'a'.repeat(300_000) }))).statusCode).toBe(413)
})

test('a body with too many parts is refused before a list of them is made', async () => {
  const entries = vi.spyOn(Object, 'entries')
  await post('/api/auth/login', JSON.stringify({ x: Array(100_000).fill(0) }))
  const longest = Math.max(0, ...entries.mock.results.map(({ value }) => (Array.isArray(value) ? value.length : 0)))
  entries.mockRestore()
  expect(longest).toBeLessThan(1000)
})

test('a deeply nested body with an Idempotency-Key is refused too', async () => {
  const { token } = await world.person('client')
  const payload = `{"asset_id":"x","more":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
  const answer = await post('/api/licenses/checkout', payload, { authorization: `Bearer ${token}`, 'idempotency-key': 'deep' })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed'])
})

test.each(['/api/assets/%', '/api/assets/%E0%A4%A', '/%'])('the undecodable address %s gets a clear error', async (url) => {
  const answer = await world.app.inject({ url })
  expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'The request could not be read.', code: 'malformed' }])
})

test.each([
  '{"__proto__":{"role":"admin"},"name":"P","email":"proto@example.com","password":"secret1"}',
  '{"constructor":{"prototype":{"role":"admin"}},"name":"P","email":"proto2@example.com","password":"secret1"}'
])('%s changes no prototype and grants no role', async (payload) => {
  expect((await post('/api/auth/register', payload)).statusCode).toBe(201)
  expect(({} as { role?: string }).role).toBeUndefined()
  const users = await world.db.selectFrom('accounts.user').select('role').where('email', 'like', 'proto%').execute()
  expect(users.every(({ role }) => role === 'client')).toBe(true)
})

test('responses must not be stored by caches', async () => {
  for (const url of ['/api/assets', '/api/auth/me']) expect((await world.app.inject({ url })).headers['cache-control']).toBe('no-store')
})
