import { globSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeApi, type OpenApi } from '#platform/server/http/openapi.ts'
import { refusalsOf } from '#processes/http/api-docs/contract-refusals.ts'
import { freshWorld, type World } from './support/world.ts'

/** Each of its many schemas is compiled. */
vi.setConfig({ testTimeout: 60_000 })

let world: World
let description: OpenApi

beforeAll(async () => {
  world = await freshWorld()
  const endpoints = [...world.app.mounted.values()].map(({ endpoint }) => endpoint)
  // Compared as JSON, because the server sends JSON.
  description = JSON.parse(JSON.stringify(describeApi(endpoints, { title: 'Easel API', version: '1', refusalsOf }))) as OpenApi
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
  // Compiling the schemas keeps the process busy, which refuses calls for a moment.
  const answer = await vi.waitFor(
    async () => {
      const got = await world.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
      expect(got.statusCode).toBe(200)
      return got
    },
    { timeout: 30_000, interval: 500 }
  )
  expect(fits(answer.json())).toBe(true)
  expect(fits({ user: 'someone' })).toBe(false)
})

test('every example fits its schema', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const isError = ajv.compile((description.components['schemas'] as { Error: object }).Error)
  const wrong: string[] = []
  let checked = 0
  for (const { name, operation } of operations())
    for (const { schema, example, where } of examplesOf(operation)) {
      const fits = '$ref' in schema ? isError : ajv.compile(schema)
      checked += 1
      if (!fits(example)) wrong.push(`${name} ${where}: ${JSON.stringify(example)} ${ajv.errorsText(fits.errors)}`)
    }
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(1000)
})

test('every call has a summary, a description, a tag in words, and examples of what is sent and answered', () => {
  for (const { name, operation } of operations()) {
    const { summary, description: text, tags, requestBody, responses } = operation
    expect({ name, text }).toEqual({ name, text: expect.stringMatching(/^[A-Z“`].+\.$/s) })
    expect({ name, summary: summary.length > 8, tag: tags[0] }).toEqual({
      name,
      summary: true,
      tag: expect.stringMatching(/^[A-Z][^/_]+$/)
    })
    const sent = Object.values(requestBody?.content ?? {})
    const answered = Object.entries(responses).flatMap(([status, { content }]) =>
      status.startsWith('2') && content?.['application/json'] ? [content['application/json']] : []
    )
    for (const one of [...sent, ...answered]) expect({ name, has: 'example' in one }).toEqual({ name, has: true })
  }
  expect(description.tags.map(({ name }) => name)).toEqual([...new Set(operations().map(({ operation }) => operation.tags[0]))].sort())
})

test('refusals are documented with their status and code, and keys with their scope', () => {
  const { responses, security } = description.paths['/assets/{id}']!['get']!
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '403', '404', '410', '429', '503', 'default']))
  expect(responses['410']!.content!['application/json']!.examples).toMatchObject({ asset_withheld: { value: { code: 'asset_withheld' } } })
  expect(security).toEqual([{}, { key: ['catalogue'] }])
  const pays = description.paths['/licenses/checkout']!['post']!
  expect(Object.keys(pays.responses['409']!.content!['application/json']!.examples!)).toEqual(
    expect.arrayContaining(['idempotency_key_reused', 'license_held', 'not_for_sale'])
  )
})

test('every contract with refusals is known to the description', () => {
  for (const path of globSync('business/*/*contract.ts')) {
    const isNamed = readFileSync('processes/http/api-docs/contract-refusals.ts', 'utf8').includes(`'#${path.slice('business/'.length)}'`)
    expect({ path, isNamed }).toEqual({ path, isNamed: readFileSync(path, 'utf8').includes('export const refusals') })
  }
})

function examplesOf({ parameters = [], requestBody, responses }: Described) {
  const contents = Object.entries({ body: requestBody, ...responses }).flatMap(([where, part]) =>
    Object.values(part?.content ?? {}).map((content) => ({ where, ...content }))
  )
  return [
    ...parameters.filter((one) => 'example' in one).map(({ name, schema, example }) => ({ where: name, schema, example })),
    ...contents.filter((one) => 'example' in one).map(({ where, schema, example }) => ({ where, schema, example })),
    ...contents.flatMap(({ where, schema, examples = {} }) =>
      Object.values(examples).map(({ value }) => ({ where, schema, example: value }))
    )
  ]
}

type Described = OpenApi['paths'][string][string]

function schemasOf({ parameters = [], requestBody, responses }: Described): object[] {
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
  const bodies = contents.flatMap((content) => Object.values(content ?? {}).map(({ schema }) => schema))
  return [...parameters.map(({ schema }) => schema), ...bodies.filter((schema) => !('$ref' in schema))]
}
