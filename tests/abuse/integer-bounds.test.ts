import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, MAX_INTEGER } from '#platform/contract/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const endpoints = (): Endpoint[] => [...world.app.mounted.values()].map(({ endpoint }) => endpoint)

type Schema = { [key: string]: unknown }
type NumberFound = { place: string; minimum: unknown; maximum: unknown }

/** Finds every number in a schema, with its bounds. */
function numbersIn(schema: unknown, place: string): NumberFound[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, minimum, maximum } = schema as Schema
  const types = [type].flat()
  const own = types.includes('integer') || types.includes('number') ? [{ place, minimum, maximum }] : []
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => numbersIn(inner, `${place}.${key}`))]
}

/** What is sent and what it becomes: a transformation hides one of the two. */
const schemasOf = (schema: z.ZodType) => (['input', 'output'] as const).map((io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' }))

const numbersOf = (e: Endpoint): NumberFound[] =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = e[part]
    return schema ? schemasOf(schema).flatMap((described) => numbersIn(described, `${e.method} ${e.path} ${part}`)) : []
  })

const isBounded = (bound: unknown) => typeof bound === 'number' && Math.abs(bound) <= MAX_INTEGER

test('every number that an endpoint accepts has bounds that PostgreSQL can store', () => {
  const found = endpoints().flatMap(numbersOf)
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ minimum, maximum }) => !isBounded(minimum) || !isBounded(maximum))).toEqual([])
})

const HUGE = ['9999999999', '-9999999999', '2147483648', '-1', '1.5', '1e30', '9007199254740993', 'NaN', 'Infinity', '0x7fffffffff', '']

test.each(HUGE)('no number in a query that is %j leads to an internal error', async (value) => {
  const admin = await world.person('admin')
  const client = await world.person('client')
  for (const e of endpoints().filter(({ query, path }) => query && !path.endsWith('/events')))
    for (const name of queryNames(e)) {
      const { token } = typeof e.access === 'object' && !e.access.includes('admin') ? client : admin
      const url = `/api${e.path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')}?${new URLSearchParams({ [name]: value })}`
      const method = e.method as NonNullable<InjectOptions['method']>
      const { statusCode } = await world.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
      expect(statusCode, `${e.method} ${url}`).toBeLessThan(500)
    }
})

const queryNames = ({ query }: Endpoint): string[] =>
  query ? Object.keys((z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as { properties?: Schema }).properties ?? {}) : []

test('a conversation refuses positions that no conversation has', async () => {
  const { token } = await world.person('client')
  const made = await world.app.inject({
    method: 'POST',
    url: '/api/custom-requests',
    headers: { authorization: `Bearer ${token}` },
    payload: { title: 'Fox', description: 'A red fox.', category: 'icon' }
  })
  const { id } = made.json() as { id: string }
  const ask = (query: string) =>
    world.app.inject({ url: `/api/custom-requests/${id}/${query}`, headers: { authorization: `Bearer ${token}` } })
  for (const name of ['before', 'after']) {
    expect((await ask(`messages?${name}=9999999999`)).statusCode).toBe(422)
    expect((await ask(`messages?${name}=3`)).statusCode).toBe(200)
  }
  expect((await ask('events?after=9999999999')).statusCode).toBe(422)
})
