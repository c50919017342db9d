import fc, { type Arbitrary } from 'fast-check'
import { naughtyStrings } from '../data.ts'

export type Schema = { readonly [key: string]: unknown }

/** Stands for the id of something that exists. It is replaced just before the call is sent. */
export class KnownId {
  readonly nth: number
  constructor(nth: number) {
    this.nth = nth
  }
}

/** Stands for a value of some enum of the description. It is replaced just before the call is sent. */
export class KnownWord {
  readonly nth: number
  constructor(nth: number) {
    this.nth = nth
  }
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : [])
const numberIn = (schema: Schema, key: string, standard: number): number => {
  const value = schema[key]
  return typeof value === 'number' ? value : standard
}

const knownId = fc.nat(500).map((nth) => new KnownId(nth))
const knownWord = fc.nat(1000).map((nth) => new KnownWord(nth))
const naughty = fc.constantFrom(...naughtyStrings())
const shortText = fc.oneof(fc.string({ maxLength: 30, unit: 'grapheme' }), fc.lorem({ maxCount: 4 }), naughty)
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
const day = moment.map((date) => date.toISOString().slice(0, 10))
const address = fc.nat(40).map((nth) => `fuzz-${nth}@example.com`)

const HUGE = [1e30, -1e30, 1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 9_999_999_999, 0.1 + 0.2, -0, -1, 5e-324]
const deep = fc.integer({ min: 1, max: 2000 }).map((levels) => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value }
  return value
})

/** A value of any type that no schema asks for. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: naughty },
  { weight: 2, arbitrary: fc.constantFrom(...HUGE) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, '', ' ', [], {}, [null], [[]], { length: -1 }, '\0', '\uD800', 'a'.repeat(70_000))
  },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '../../../etc/passwd', '%', '%00', '1e400', '-0') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.jsonValue() }
)

/** Values that fit a JSON Schema, as far as the description of the API uses it. */
export function fittingValue(schema: Schema): Arbitrary<unknown> {
  if (schema['const'] !== undefined) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  const choices = [...schemasIn(schema['anyOf']), ...schemasIn(schema['oneOf'])]
  if (choices.length > 0) return fc.oneof(...choices.map(fittingValue))
  const all = schemasIn(schema['allOf'])
  if (all.length > 0) return fittingValue(Object.assign({}, ...all.toReversed(), { type: schema['type'], format: schema['format'] }))
  const { type } = schema
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => fittingValue({ ...schema, type: one })))
  return typeof type === 'string' ? (BY_TYPE[type]?.(schema) ?? hostileValue) : fc.jsonValue()
}

const BY_TYPE: Record<string, (schema: Schema) => Arbitrary<unknown>> = {
  string: textOf,
  integer: numberOf,
  number: (schema) =>
    fc.oneof(
      numberOf(schema),
      fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100)
    ),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: (schema) => {
    const { items } = schema
    return fc.array(isSchema(items) ? fittingValue(items) : fc.jsonValue(), {
      minLength: numberIn(schema, 'minItems', 0),
      maxLength: Math.min(numberIn(schema, 'maxItems', 5), 8)
    })
  },
  object: objectOf
}

function numberOf(schema: Schema): Arbitrary<number> {
  const [min, max] = [numberIn(schema, 'minimum', 0), numberIn(schema, 'maximum', 1_000_000)].map(Math.ceil) as [number, number]
  return fc.oneof(fc.integer({ min, max: Math.min(max, min + 50) }), fc.integer({ min, max }), fc.constantFrom(min, max))
}

const BY_FORMAT: Record<string, Arbitrary<unknown>> = {
  uuid: fc.oneof({ weight: 6, arbitrary: knownId }, { weight: 1, arbitrary: fc.uuid() }),
  email: address,
  date: day,
  'date-time': moment.map((date) => date.toISOString())
}

function textOf(schema: Schema): Arbitrary<unknown> {
  const { format, pattern } = schema
  const known = typeof format === 'string' ? BY_FORMAT[format] : undefined
  if (known) return known
  if (typeof pattern === 'string') return matching(pattern)
  const [min, max] = [numberIn(schema, 'minLength', 0), numberIn(schema, 'maxLength', 5000)]
  const whole = (text: string) => text.slice(0, max).toWellFormed().padEnd(min, 'x')
  return fc.oneof(
    // A text without a limit is often one of a few words, which the description does not name.
    ...(schema['maxLength'] === undefined ? [knownWord, knownWord, knownWord] : []),
    shortText.map(whole),
    fc.constant('x'.repeat(max)),
    address.map(whole),
    fc.integer({ min: 0, max: 999 }).map(String).map(whole)
  )
}

function matching(pattern: string): Arbitrary<unknown> {
  if (pattern.includes('@')) return address
  if (pattern.endsWith('T')) return BY_FORMAT['date-time'] ?? day
  if (/^\^\(20\|21\)/.test(pattern) && !pattern.endsWith('$')) return day
  if (pattern.includes('02-29')) return pattern.includes('T(?:') ? moment.map((date) => date.toISOString()) : day
  if (pattern === '^[^\\r\\n]*$') return fc.lorem({ maxCount: 5 })
  return fc.stringMatching(new RegExp(pattern))
}

function objectOf(schema: Schema): Arbitrary<unknown> {
  const { properties, required } = schema
  if (!isSchema(properties)) return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue(), { maxKeys: 3 })
  const fields = Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]) => (isSchema(inner) ? [[name, fittingValue(inner)]] : []))
  )
  return fc.record(fields, { requiredKeys: Array.isArray(required) ? required : [] })
}

/** Values of which some fit and some do not: usually one field at a time is wrong, so that the others are read. */
export function fuzzedObject(schema: Schema): Arbitrary<unknown> {
  const { properties } = schema
  const fitting = fittingValue(schema)
  const names = isSchema(properties) ? Object.keys(properties) : []
  if (names.length === 0) return fc.oneof({ weight: 2, arbitrary: fitting }, { weight: 1, arbitrary: hostileValue })
  const spoiled = fc
    .tuple(fitting, fc.constantFrom(...names), hostileValue)
    .map(([value, name, wrong]) => ({ ...(value as object), [name]: wrong }))
  const allSpoiled = fc.record(Object.fromEntries(names.map((name) => [name, hostileValue])))
  return fc.oneof(
    { weight: 12, arbitrary: fitting },
    { weight: 6, arbitrary: spoiled },
    { weight: 1, arbitrary: allSpoiled },
    { weight: 1, arbitrary: hostileValue }
  )
}
