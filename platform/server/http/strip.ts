import { z } from 'zod'

/** Thrown by compiled code for a value of another shape. */
const MISMATCH = Symbol('not of this shape')

type Strip = (value: unknown) => unknown

const compiled = new WeakMap<z.ZodType, Strip>()

/**
 * Reduces an answer to what its contract names, without the contract's checks of texts and numbers, which cost more than the rest of
 * a small call. A value of another shape, such as an object instead of a text, is left to zod, which refuses it.
 */
export function strip(schema: z.ZodType, value: unknown): unknown {
  const known = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, known)
  try {
    return known(value)
  } catch (error) {
    if (error !== MISMATCH) throw error
    return schema.parse(value)
  }
}

/** What the code of a schema is made from: the functions that it calls, and the names in use. */
type Build = { calls: unknown[]; functions: string[] }

function compile(schema: z.ZodType): Strip {
  const build: Build = { calls: [MISMATCH], functions: ['function fail() { throw calls[0] }'] }
  const whole = expressionOf(build, schema, 'value')
  // An object literal in code is copied and turned into JSON several times as fast as an object that is filled name by name. Zod does the same.
  const make = new Function('calls', `'use strict'; ${build.functions.join(' ')} return (value) => ${whole}`)
  return make(build.calls) as Strip
}

type Definition = z.core.$ZodTypeDef & { checks?: z.core.$ZodCheck<never>[]; coerce?: boolean }

const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as Definition

const JS_TYPES = new Set(['string', 'number', 'boolean', 'undefined'])

/** Returns an expression for the stripped copy of `value`, which is a simple expression itself. */
function expressionOf(build: Build, schema: z.core.$ZodType, value: string): string {
  const definition = definitionOf(schema)
  const { type } = definition
  if (changesValues(definition)) return parsed(build, schema, value)
  if (JS_TYPES.has(type)) return `(typeof ${value} === '${type}' ? ${value} : fail())`
  if (schema instanceof z.core.$ZodObject && !schema._zod.def.catchall) return object(build, schema, value)
  if (schema instanceof z.core.$ZodArray) return array(build, schema, value)
  if (schema instanceof z.core.$ZodNullable) return `(${value} === null ? null : ${expressionOf(build, schema._zod.def.innerType, value)})`
  if (schema instanceof z.core.$ZodOptional)
    return `(${value} === undefined ? undefined : ${expressionOf(build, schema._zod.def.innerType, value)})`
  if (schema instanceof z.core.$ZodEnum || schema instanceof z.core.$ZodLiteral)
    return `(${callOf(build, schema._zod.values)}.has(${value}) ? ${value} : fail())`
  return parsed(build, schema, value)
}

/** Some schemas trim, convert, or fill in: only zod itself knows the result. */
const changesValues = ({ checks = [], coerce = false }: Definition): boolean =>
  coerce || checks.some(({ _zod }) => _zod.def.check === 'overwrite')

function callOf({ calls }: Build, call: unknown): string {
  calls.push(call)
  return `calls[${calls.length - 1}]`
}

function addFunction(build: Build, body: string): string {
  const name = `f${build.functions.length}`
  build.functions.push(`function ${name}(v) { ${body} }`)
  return name
}

/** For what is rare in answers: unions, records, values of any kind. */
function parsed(build: Build, schema: z.core.$ZodType, value: string): string {
  const parse = (given: unknown): unknown => {
    const result = z.safeParse(schema, given)
    if (!result.success) throw MISMATCH
    return result.data
  }
  return `${callOf(build, parse)}(${value})`
}

function array(build: Build, schema: z.core.$ZodArray, value: string): string {
  const item = expressionOf(build, schema._zod.def.element, 'item')
  return `${addFunction(build, `if (!Array.isArray(v)) fail(); return v.map((item) => ${item})`)}(${value})`
}

function object(build: Build, schema: z.core.$ZodObject, value: string): string {
  const fields = Object.entries(schema._zod.def.shape).map(([name, field]) => {
    const quoted = JSON.stringify(name)
    return `${quoted}: ${expressionOf(build, field, `v[${quoted}]`)}`
  })
  const isObject = `typeof v === 'object' && v !== null && !Array.isArray(v)`
  return `${addFunction(build, `if (!(${isObject})) fail(); return { ${fields.join(', ')} }`)}(${value})`
}
