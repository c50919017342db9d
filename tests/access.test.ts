import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLES, type Role } from '#platform/contract/index.ts'
import { freshWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** Endpoints whose access is not the session's to decide say 'anyone'; all others are tried here. */
const guarded = () => [...world.app.mounted.values()].map(({ endpoint }) => endpoint).filter(({ access }) => access !== 'anyone')

async function call(method: string, path: string, token?: string) {
  const url = `/api${path.replace(/:\w+/g, UNKNOWN)}`
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await world.app.inject({ method: method as NonNullable<InjectOptions['method']>, url, headers })
  return { status: answer.statusCode, code: (answer.json() as { code?: string }).code }
}

test('there are endpoints to try', () => expect(guarded().length).toBeGreaterThan(2))

test('a visitor gets 401 from every endpoint that is not for anyone', async () => {
  for (const { method, path } of guarded())
    expect({ method, path, ...(await call(method, path)) }).toEqual({ method, path, status: 401, code: 'signed_out' })
})

test('an expired or unknown token gets 401 there as well', async () => {
  for (const { method, path } of guarded()) expect({ path, ...(await call(method, path, 'unknown')) }).toMatchObject({ path, status: 401 })
})

test.each(ROLES)('%s gets 403 wrong_role from every endpoint of other roles', async (role: Role) => {
  const { token } = await world.person(role)
  for (const { method, path, access } of guarded()) {
    if (access === 'signed_in' || access === 'anyone' || access.includes(role)) continue
    expect({ method, path, ...(await call(method, path, token)) }).toEqual({ method, path, status: 403, code: 'wrong_role' })
  }
})
