import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js'
import formats from 'ajv-formats'

/** PayPal's published OpenAPI descriptions. */
const FOLDER = fileURLToPath(new URL('../../tests/data/paypal-openapi/', import.meta.url))

type Content = { content?: Record<string, { schema?: object }>; $ref?: string }
type Operation = { requestBody?: Content; responses: Record<string, Content> }
type Description = { paths: Record<string, Record<string, Operation>>; components: { responses?: Record<string, Content> } }
type Api = { description: Description; ajv: Ajv2019; compiled: Map<string, ValidateFunction> }

const published = readFolder()

function readFolder(): Api[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const description: Description = JSON.parse(readFileSync(FOLDER + name, 'utf8'))
      const ajv = new Ajv2019({ strict: false, validateSchema: false, allErrors: true, logger: false })
      formats.default(ajv)
      ajv.addSchema(description, 'api')
      return { description, ajv, compiled: new Map() }
    })
}

/** Problems of a request's or a response's body against the description. */
export function problemsOf(exchange: { method: string; path: string; status: number; sent: unknown; received: unknown }): string[] {
  const { method, path, status, sent, received } = exchange
  const found = findOperation(method.toLowerCase(), path.split('?')[0] ?? '')
  if (!found) return [`${method} ${path} is not described`]
  const { api, template, operation } = found
  const at = ['paths', template, method.toLowerCase()]
  const answer = operation.responses[status] ? String(status) : 'default'
  return [
    ...(status < 300 ? check(api, [...at, 'requestBody'], sent) : []),
    ...(operation.responses[answer] ? check(api, [...at, 'responses', answer], received) : [`status ${status} is not described`])
  ].map((problem) => `${method} ${path} ${status}: ${problem}`)
}

function findOperation(method: string, path: string) {
  for (const api of published) {
    for (const [template, operations] of Object.entries(api.description.paths)) {
      const operation = operations[method]
      const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`)
      if (operation && pattern.test(path)) return { api, template, operation }
    }
  }
  return undefined
}

function check(api: Api, place: string[], body: unknown): string[] {
  const content = place.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], api.description) as
    | Content
    | undefined
  if (content?.$ref) return check(api, content.$ref.split('/').slice(1), body)
  if (!content?.content) return body === undefined || place.at(-1) === 'requestBody' ? [] : ['a body where none is described']
  if (body === undefined && place.at(-1) === 'requestBody') return []
  const pointer = [...place, 'content', 'application/json', 'schema'].map((key) =>
    encodeURIComponent(key.replace(/~/g, '~0').replace(/\//g, '~1'))
  )
  const validate = validatorOf(api, `api#/${pointer.join('/')}`)
  return validate(body)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
}

/** Stricter than PayPal: a top-level field that the description does not name is a problem. */
function validatorOf({ ajv, compiled }: Api, $ref: string): ValidateFunction {
  const known = compiled.get($ref)
  if (known) return known
  const validate = ajv.compile({ allOf: [{ $ref }], unevaluatedProperties: false })
  compiled.set($ref, validate)
  return validate
}
