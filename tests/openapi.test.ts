import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeApi, type OpenApi } from '#platform/server/http/openapi.ts'
import { freshWorld, type World } from './support/world.ts'

let world: World
let description: OpenApi

beforeAll(async () => {
  world = await freshWorld()
  const endpoints = [...world.app.mounted.values()].map(({ endpoint }) => endpoint)
  // Compared as JSON, because the server sends JSON.
  description = JSON.parse(JSON.stringify(describeApi(endpoints, { title: 'Easel API', version: '1' }))) as OpenApi
})
afterAll(() => world.end())

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation }))
  )

test('every endpoint is described with a unique operation id', () => {
  const names = operations().map(({ operation }) => operation.operationId)
  expect(names).toHaveLength(world.app.mounted.size)
  expect(new Set(names).size).toBe(names.length)
})

test('every path lists its parameters', () => {
  for (const { name, path, operation } of operations()) {
    const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    const described = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)
    expect({ name, described: described.sort() }).toEqual({ name, described: wanted.sort() })
  }
})

test('every schema is valid', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  for (const { name, operation } of operations())
    for (const schema of schemasOf(operation)) expect(() => ajv.compile(schema), name).not.toThrow()
})

test('the description says which calls an API key opens, and what a new key answers', () => {
  const open = operations().filter(({ operation }) => operation['x-key-scope'])
  expect(Object.fromEntries(open.map(({ name, operation }) => [name, operation['x-key-scope']]))).toEqual({
    ...{ 'GET /assets': 'catalogue', 'GET /assets/{id}': 'catalogue', 'GET /assets/{id}/similar': 'catalogue' },
    ...{ 'GET /assets/{id}/pricing': 'catalogue', 'GET /subscriptions/plans': 'catalogue' },
    ...{ 'GET /licenses': 'licenses', 'GET /licenses/{id}': 'licenses', 'GET /licenses/{id}/certificate': 'licenses' },
    ...{ 'GET /licenses/{id}/download': 'downloads', 'POST /licenses/checkout': 'downloads' }
  })
  const checkout = description.paths['/licenses/checkout']!['post']!
  expect(checkout['x-key-body']).toEqual({ license_type: 'subscription', via_subscription: true })
  expect(checkout.security).toContainEqual({ key: ['downloads'] })
  const { content } = description.paths['/developers/keys']!['post']!.responses['201']!
  const { properties } = Object.values(content!)[0]!.schema as { properties: object }
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['key', 'scopes', 'prefix']))
})

test('a real response matches its description', async () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const { content } = description.paths['/auth/me']!['get']!.responses['200']!
  const fits = ajv.compile(Object.values(content!)[0]!.schema)
  const { token } = await world.person('client')
  const answer = await world.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
  expect(fits(answer.json())).toBe(true)
  expect(fits({ user: 'someone' })).toBe(false)
})

type Described = OpenApi['paths'][string][string]

function schemasOf({ parameters = [], requestBody, responses }: Described): object[] {
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
  const bodies = contents.flatMap((content) => Object.values(content ?? {}).map(({ schema }) => schema))
  return [...parameters.map(({ schema }) => schema), ...bodies.filter((schema) => !('$ref' in schema))]
}
