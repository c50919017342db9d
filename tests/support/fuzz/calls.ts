import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc, { type Arbitrary } from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { OpenApi, Operation } from '#platform/server/http/openapi.ts'
import { dataFile } from '../data.ts'
import { fittingValue, fuzzedObject, hostileValue, KnownId, KnownWord, type Schema } from './schema-values.ts'

export type Described = { name: string; method: string; path: string; operation: Operation }
/** A call as it was drawn, before the ids of existing things are filled in. */
export type Drawn = {
  params: Record<string, unknown>
  query: unknown
  body: unknown
  key: string | undefined
  how: 'json' | 'text' | 'broken'
}

/** Ends accounts and sessions of the people who call. */
const ENDS_PEOPLE = /^\/admin\/users|\/logout$|^\/profile\/(password|sessions)/

/** Returns every operation, those that delete or end something last, so that there is something to find until then. */
export function operationsOf({ paths }: OpenApi): Described[] {
  const order = ['get', 'put', 'patch', 'post', 'delete']
  const rankOf = ({ method, path }: Described) => order.indexOf(method) + (ENDS_PEOPLE.test(path) ? order.length : 0)
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, method, path, operation }))
    )
    .sort((one, other) => rankOf(one) - rankOf(other))
}

/** Draws calls of one operation. */
export function callsOf({ operation }: Described): Arbitrary<Drawn> {
  const inPlace = (place: string) => (operation.parameters ?? []).filter((parameter) => parameter.in === place)
  const query = objectSchema(Object.fromEntries(inPlace('query').map(({ name, schema }) => [name, schema])))
  const params = Object.fromEntries(
    inPlace('path').map(({ name, schema }) => [
      name,
      fc.oneof({ weight: 6, arbitrary: fittingValue(schema) }, { weight: 1, arbitrary: hostileValue })
    ])
  )
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return fc.record({
    params: fc.record(params),
    query: fuzzedObject(query),
    body: body ? fuzzedObject(body) : fc.constant(undefined),
    key: fc.oneof(
      { weight: 12, arbitrary: fc.constant(undefined) },
      { weight: 4, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.constantFrom('a', '0'.repeat(300)) }
    ),
    how: fc.constantFrom<Drawn['how']>(...Array<'json'>(18).fill('json'), 'text', 'broken')
  })
}

const objectSchema = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties, required: [] })

/** Finds the nth id of an existing thing, and the nth word of the description. */
type Known = { id(nth: number): string | undefined; word(nth: number): string }

/** Fills in what stands for an id or a word. */
function withKnown(value: unknown, known: Known): unknown {
  if (value instanceof KnownId) return known.id(value.nth) ?? randomUUID()
  if (value instanceof KnownWord) return known.word(value.nth)
  if (Array.isArray(value)) return value.map((inner) => withKnown(inner, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withKnown(inner, known)]))
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

/** Returns the request that a call is sent as. */
export async function requestOf({ method, path, operation }: Described, drawn: Drawn, known: Known): Promise<InjectOptions> {
  const params = withKnown(drawn.params, known) as Record<string, unknown>
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(params[name]).slice(0, 2000)) || '-')
  const search = searchOf(withKnown(drawn.query, known))
  const url = `/api${filled}${search}`
  const headers: Record<string, string> = drawn.key === undefined ? {} : { 'idempotency-key': drawn.key }
  const sent = await payloadOf(operation, withKnown(drawn.body, known), drawn.how)
  return { method: method.toUpperCase() as NonNullable<InjectOptions['method']>, url, ...sent, headers: { ...headers, ...sent.headers } }
}

function searchOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return query === undefined ? '' : `?${encodeURI(textOf(query).slice(0, 4000))}`
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) search.append(name.toWellFormed(), textOf(one).slice(0, 4000))
  return search.size > 0 ? `?${search}` : ''
}

type Payload = { payload?: Buffer | string; headers: Record<string, string> }

async function payloadOf(operation: Operation, body: unknown, how: Drawn['how']): Promise<Payload> {
  const type = Object.keys(operation.requestBody?.content ?? {})[0]
  if (type === undefined || body === undefined) return { headers: {} }
  if (type === 'multipart/form-data') return formOf(operation, body)
  const text = JSON.stringify(body)
  if (how === 'text') return { payload: text, headers: { 'content-type': 'text/plain' } }
  return { payload: how === 'broken' ? text.slice(0, -1) : text, headers: { 'content-type': 'application/json' } }
}

const PNG = readFileSync(dataFile('images/pngsuite/basi0g01.png'))
const drawing = (size: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size + 9}" height="9"><rect width="9" height="9"/></svg>`)
/** Files of a kind that is accepted, empty ones, and ones that only begin like a PDF. */
const fileOf = (size: number) => [drawing(size), PNG, drawing(size), Buffer.from('%PDF-1.4\n'), Buffer.alloc(0)][size % 5] ?? PNG

async function formOf(operation: Operation, body: unknown): Promise<Payload> {
  const form = new FormData()
  const { properties = {} } = (operation.requestBody?.content['multipart/form-data']?.schema ?? {}) as {
    properties?: Record<string, Schema>
  }
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const size = JSON.stringify(body).length
  for (const [name, value] of Object.entries(fields)) if (properties[name]?.['format'] !== 'binary') form.append(name, textOf(value))
  for (const [name, { format }] of Object.entries(properties))
    if (format === 'binary' && name in fields) {
      form.append(name, new Blob([new Uint8Array(fileOf(size))]), `file-${size}${['.png', '.svg', '.pdf', ''][size % 4]}`)
    }
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers }
}

/** Returns every word that an enum of the description allows. */
export function wordsOf(description: unknown): string[] {
  if (typeof description !== 'object' || description === null) return []
  const { enum: words } = description as { enum?: unknown }
  const own = Array.isArray(words) ? words.filter((word) => typeof word === 'string') : []
  return [...new Set([...own, ...Object.values(description).flatMap(wordsOf)])]
}
