/** A JSON schema as `z.toJSONSchema` writes it. */
export type JsonSchema = { readonly [name: string]: unknown }

type Parts = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema | false
  prefixItems?: readonly JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  $ref?: string
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '3f2b8c1e-5d4a-4b6f-9a7c-0e1d2f3a4b5c',
  email: 'ada@example.com',
  'date-time': '2026-03-01T12:00:00.000Z',
  date: '2026-03-01',
  uri: 'https://example.com/',
  binary: '(the bytes of the file)'
}

/** Values of fields by their names, the first that matches. A value that does not fit a field's schema is passed over. */
const BY_NAME: readonly (readonly [RegExp, unknown])[] = [
  [/certificate_number|transferred_(from|to)$/, 'LIC-7K2M-9QXT-4B1C-8WZP'],
  [/^(asset_)?title$/, 'A red fox'],
  [/description|^body$|message|reason|notes?$|^text$/, 'A short text in plain words.'],
  [/search|^q$|query/, 'fox'],
  [/^tags$|^words$/, ['fox', 'forest']],
  [/email/, 'ada@example.com'],
  [/licensee/, 'A. L.'],
  [/name$/, 'Ada Lovelace'],
  [/path$/, '/assets/3f2b8c1e-5d4a-4b6f-9a7c-0e1d2f3a4b5c'],
  [/(url|href)s?$/, 'https://example.com/'],
  [/color/, '#0e7490'],
  [/currency/, 'USD'],
  [/country/, 'US'],
  [/format/, 'svg'],
  [/resolution/, '1200 × 900'],
  [/_cents$/, 1000],
  [/^page_size$/, 20],
  [/^page$/, 1],
  [/^total$/, 1],
  [/price|amount|wage|earned/, 10],
  [/width/, 1200],
  [/height/, 900],
  [/rate|share|score/, 0.5],
  [/^code$/, '1234567'],
  [/password/, 'correct horse battery staple'],
  [/number/, '2026-00001'],
  [/month/, '2026-03'],
  [/(^|_)(start|from|on|date|day)$/, '2026-03-01'],
  [/(^|_)(end|to)$/, '2026-04-01'],
  [/_at$|^at$/, '2026-03-01T12:00:00.000Z'],
  [/token|secret|key|hash|signature/, 'k3J9-example-only'],
  [/(^|_)ids?$/, '3f2b8c1e-5d4a-4b6f-9a7c-0e1d2f3a4b5c']
]

/** Texts that are tried for a field with a pattern of its own. */
const TRIED = [
  '/admin/review',
  '?page=1',
  'ada@example.com',
  '2026-03-01',
  '2026-03',
  '1234567',
  '123456',
  '10',
  '10.00',
  'LIC-7K2M-9QXT-4B1C-8WZP',
  '#0e7490',
  'fox',
  'US',
  'SPRING20',
  '12-3456789'
]

/** Returns an example that fits a schema. The same schema and name always give the same one. */
export function exampleOf(schema: JsonSchema, name = '', root: JsonSchema = schema): unknown {
  const parts = resolve(schema, root)
  if (parts.const !== undefined) return parts.const
  if (parts.enum) return parts.enum.find((one) => one !== null && one !== '') ?? parts.enum[0]
  const choices = parts.anyOf ?? parts.oneOf
  if (choices) return exampleOf(choices.find((one) => resolve(one, root).type !== 'null') ?? choices[0]!, name, root)
  const named = BY_NAME.find(([pattern, value]) => pattern.test(name) && fits(value, parts))
  return named ? named[1] : BY_TYPE[parts.type ?? 'any']?.(parts, name, root)
}

type Make = (parts: Parts, name: string, root: JsonSchema) => unknown

const BY_TYPE: Readonly<Record<string, Make>> = {
  string: textOf,
  integer: numberOf,
  number: numberOf,
  boolean: ({ default: usual }) => usual ?? true,
  null: () => null,
  array: listOf,
  object: objectOf,
  any: ({ properties }, name, root) => (properties ? objectOf({ properties }, name, root) : 'any')
}

/** Follows a reference, and merges what must all hold. Of several types, the first that is not null counts. */
function resolve(schema: JsonSchema, root: JsonSchema): Parts {
  const { $ref, allOf, ...own } = schema as Parts
  const found = $ref === undefined ? {} : referred($ref, root)
  const parts: Parts = Object.assign({}, found, own, ...(allOf ?? []).map((one) => resolve(one, root)))
  const { type } = parts as { type?: string | readonly string[] }
  return typeof type === 'object' ? { ...parts, type: type.find((one) => one !== 'null') ?? 'null' } : parts
}

function referred($ref: string, root: JsonSchema): Parts {
  const steps = $ref.split('/').slice(1)
  return (steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], root) ?? {}) as Parts
}

function textOf({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY, default: usual }: Parts): string {
  const known = format === undefined ? undefined : BY_FORMAT[format]
  if (known !== undefined) return known
  if (typeof usual === 'string' && usual !== '') return usual
  const isFitting = (text: string) => fits(text, { type: 'string', minLength, maxLength, ...(pattern !== undefined && { pattern }) })
  return TRIED.find((text) => pattern !== undefined && isFitting(text)) ?? 'text'.padEnd(minLength, ' text').slice(0, maxLength)
}

function numberOf({ minimum, exclusiveMinimum, maximum = Number.POSITIVE_INFINITY, default: usual }: Parts): number {
  if (typeof usual === 'number') return usual
  const least = Math.max(minimum ?? 0, (exclusiveMinimum ?? -1) + 1, 0)
  return Math.min(Math.max(least, 1), maximum)
}

/** One item, or as many as the list must have. */
function listOf({ items, prefixItems, minItems = 1 }: Parts, name: string, root: JsonSchema): unknown[] {
  if (prefixItems) return prefixItems.map((item) => exampleOf(item, name, root))
  if (!items) return []
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, name.replace(/s$/, ''), root))
}

function objectOf({ properties = {}, required = [], propertyNames, additionalProperties }: Parts, _name: string, root: JsonSchema): object {
  const entries = Object.entries(properties).map(([key, inner]) => [key, exampleOf(inner, key, root)] as const)
  if (entries.length > 0 || typeof additionalProperties !== 'object') return Object.fromEntries(entries)
  const keys = required.length > 0 ? required : [propertyNames ? String(exampleOf(propertyNames, 'key', root)) : 'name']
  return Object.fromEntries(keys.map((key) => [key, exampleOf(additionalProperties, key, root)]))
}

/** Whether a value that was chosen by name fits what the schema says about plain values. */
function fits(value: unknown, parts: Parts): boolean {
  if (Array.isArray(value)) return parts.type === 'array' && parts.items !== false && (parts.items as Parts | undefined)?.type === 'string'
  return typeof value === 'number' ? fitsNumber(value, parts) : fitsText(String(value), parts)
}

function fitsNumber(value: number, { type, minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity }: Parts): boolean {
  const isKind = type === 'number' || (type === 'integer' && Number.isInteger(value))
  return isKind && value >= minimum && value <= maximum && value > exclusiveMinimum
}

function fitsText(text: string, { type, format, pattern, minLength = 0, maxLength = Infinity }: Parts): boolean {
  if (type !== 'string' || text.length < minLength || text.length > maxLength) return false
  return (format === undefined || BY_FORMAT[format] === text) && (pattern === undefined || new RegExp(pattern, 'u').test(text))
}
