import { z } from 'zod'
import { type Endpoint, errorBody, grantsFor, type KeyScope, pending } from '#platform/contract/index.ts'

type JsonSchema = Record<string, unknown>
export type Operation = {
  tags: string[]
  summary: string
  operationId: string
  /** Of an API key, with the scope that it needs. Public calls need none of these. */
  security: Record<string, KeyScope[]>[]
  'x-access': string[]
  /** The grants of which an admin needs one. */
  'x-grants'?: string[]
  /** The scope with which an API key may make the call. Without it, no key may. */
  'x-key-scope'?: KeyScope
  /** Fields of the body that a call with an API key must have with these values. */
  'x-key-body'?: Endpoint['key_body']
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>
}
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, unknown>
}

/** Creates the OpenAPI description from the endpoint objects that also validate the calls. */
export function describeApi(endpoints: readonly Endpoint[], { title, version }: { title: string; version: string }): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const e of endpoints) {
    const path = e.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [e.method.toLowerCase()]: operation(e) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description:
        'JSON over HTTP. Errors are { error, code, fields? }. Amounts named *_cents are whole US cents; other amounts are US dollars.'
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'easel_…',
          description:
            'An API key of a client or artist, made on /developers. It opens the calls that name its scope (x-key-scope) and no others.'
        },
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Over https, its name is __Host-session.' }
      },
      schemas: { Error: schemaOf(errorBody, 'output') }
    }
  }
}

function operation(e: Endpoint): Operation {
  const parameters: NonNullable<Operation['parameters']> = [...parametersOf(e.params, 'path'), ...parametersOf(e.query, 'query')]
  if (e.idempotent) parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } })
  const body = bodyOf(e)
  return {
    tags: [tagOf(e)],
    summary: e.summary,
    operationId: `${e.method.toLowerCase()}${e.path.replace(/[^a-zA-Z]+([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase())}`,
    security: securityOf(e),
    'x-access': typeof e.access === 'string' ? [e.access] : [...e.access],
    ...ofKeys(e),
    ...(e.grant !== undefined && { 'x-grants': [...grantsFor(e), ...(e.also_grant ? [e.also_grant] : [])] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [e.status ?? 200]: answerOf(e),
      ...(e.waits && { 202: WAITS }),
      default: {
        description: 'The call was refused or failed.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
      }
    }
  }
}

const securityOf = ({ access, key_scope }: Endpoint): Operation['security'] =>
  access === 'anyone' ? [] : [{ bearer: [] }, { session: [] }, ...(key_scope ? [{ key: [key_scope] }] : [])]

const ofKeys = ({ key_scope, key_body }: Endpoint): Pick<Operation, 'x-key-scope' | 'x-key-body'> => ({
  ...(key_scope && { 'x-key-scope': key_scope }),
  ...(key_body && { 'x-key-body': key_body })
})

const tagOf = ({ path }: Endpoint): string => {
  const [first = '', second] = path.slice(1).split('/')
  return first === 'admin' && second ? `admin ${second}` : first
}

const WAITS = {
  description: 'It waits for a second admin.',
  content: { 'application/json': { schema: schemaOf(pending, 'output') } }
}

function answerOf(e: Endpoint): Operation['responses'][string] {
  if (e.kind === 'file')
    return { description: 'The file.', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  if (e.status === 204) return { description: 'Done.' }
  return { description: 'Done.', content: { 'application/json': { schema: schemaOf(e.response, 'output') } } }
}

function bodyOf(e: Endpoint): Operation['requestBody'] {
  if (!e.files) return e.body && { required: true, content: { 'application/json': { schema: schemaOf(e.body, 'input') } } }
  const fields = e.body ? schemaOf(e.body, 'input') : { type: 'object', properties: {} }
  const files = Object.fromEntries(e.files.map((name) => [name, { type: 'string', format: 'binary' }]))
  const schema = { ...fields, properties: { ...(fields['properties'] as object), ...files } }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, JsonSchema>; required?: string[] }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  return rest
}
