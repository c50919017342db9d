import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setRole, setStatus } from '#accounts/users.contract.ts'
import type { KeyScope } from '#platform/contract/index.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { createKey, deleteKey, limitKey, listKeys, listKeysOf } from '../../keys.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const YEAR = '2027-02-28T12:00:00.000Z'
const wanted = { name: 'Build server', scopes: ['catalogue'] as KeyScope[], expires_at: YEAR }

type Made = { scopes?: KeyScope[]; allowed_origins?: string[]; expires_at?: string; role?: 'client' | 'employee' }

async function givenKey(owner: string, { role = 'client', ...more }: Made = {}) {
  return (await world.as(role, owner))(createKey, { body: { ...wanted, ...more } })
}

async function callWith(key: string, url: string, more: InjectOptions = {}) {
  const { headers, ...rest } = more
  const answer = await world.app.inject({ url: `/api${url}`, ...rest, headers: { authorization: `Bearer ${key}`, ...headers } })
  const isJson = answer.headers['content-type']?.toString().includes('json') ?? false
  return { status: answer.statusCode, code: isJson ? (answer.json() as { code?: string }).code : undefined, headers: answer.headers }
}

test('a key is shown once, begins with its prefix, and only its hash is stored', async () => {
  const made = await givenKey('shown')
  expect(made).toMatchObject({ ...wanted, allowed_origins: [], last_used_at: null, per_minute: 60, created_at: world.now().toISOString() })
  expect(made.key).toMatch(/^easel_[\w-]{43}$/)
  expect(made.key.startsWith(made.prefix)).toBe(true)
  expect(made.key.length - made.prefix.length).toBeGreaterThanOrEqual(22)
  const { key, ...shown } = made
  expect(await (await world.as('client', 'shown'))(listKeys, {})).toEqual({ items: [shown] })
  const rows = await world.db.selectFrom('developers.api_key').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(key.slice(made.prefix.length))
})
