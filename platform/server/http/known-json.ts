import { z } from 'zod'
import type { Endpoint } from '#platform/contract/index.ts'
import { strip } from './strip.ts'

/** The JSON of values that never change, by the schema to which they were reduced. */
const known = new WeakMap<z.ZodType, WeakMap<object, string>>()
const unchanging = new WeakSet<object>()

/** Says that nothing ever changes this value, at any depth, so that it needs to be turned into JSON only once. */
export function neverChanges<Value extends object>(value: Value): Value {
  unchanging.add(deepFreeze(value))
  return value
}

/** What is frozen already counts as frozen at every depth. */
export function deepFreeze<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null && !Object.isFrozen(inner)) deepFreeze(inner)
  return Object.freeze(value)
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The JSON of an answer. */
export class Json {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Returns an answer's JSON if it is a value that never changes, or a list of such values. */
export function knownJson({ response }: Pick<Endpoint, 'response'>, result: unknown): Json | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  if (unchanging.has(result)) return new Json(textOf(response, result))
  if (!(response instanceof z.ZodArray) || !Array.isArray(result) || result.length === 0) return undefined
  if (!result.every((item) => unchanging.has(item))) return undefined
  const { element } = response as z.ZodArray<z.ZodType>
  return new Json(`[${result.map((item: object) => textOf(element, item)).join(',')}]`)
}

function textOf(schema: z.ZodType, value: object): string {
  const texts = known.get(schema) ?? new WeakMap<object, string>()
  known.set(schema, texts)
  const text = texts.get(value) ?? JSON.stringify(strip(schema, value))
  texts.set(value, text)
  return text
}
