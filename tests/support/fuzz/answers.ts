import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApi } from '#platform/server/http/openapi.ts'
import type { Described } from './calls.ts'

export type Answered = { status: number; type: string; text: string; ms: number }

const STACK = /\n\s+at |node_modules|\.ts:\d+:\d+|\bselect .* from \b/
const MAX_MS = 10_000

/** Returns a check of answers against the description: what is wrong with one, or undefined. */
export function checkAnswers(description: OpenApi) {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const compiled = new Map<string, ValidateFunction>()
  const errorSchema = (description.components['schemas'] as { Error: object }).Error

  /** Two statuses of success, such as 200 and 201, have the same shape. */
  function schemaFor({ operation }: Described, status: number): object | undefined {
    if (status >= 400) return errorSchema
    const success = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))?.[1]
    return success?.content?.['application/json']?.schema
  }

  function validatorFor(described: Described, status: number): ValidateFunction | undefined {
    const key = status >= 400 ? 'error' : described.name
    const schema = schemaFor(described, status)
    if (!schema) return undefined
    const validate = compiled.get(key) ?? ajv.compile(schema)
    compiled.set(key, validate)
    return validate
  }

  function mismatch(validate: ValidateFunction | undefined, text: string): string | undefined {
    if (!validate || validate(JSON.parse(text))) return undefined
    const details = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`
    )
    return `it does not fit the description: ${details.join('; ')}`
  }

  return (described: Described, { status, type, text, ms }: Answered): string | undefined => {
    if (status >= 500) return `status ${status}`
    if (ms > MAX_MS) return `it took ${ms} ms`
    if (status >= 400 && STACK.test(text)) return 'the answer shows a stack or a query'
    if (type.startsWith('application/json')) return mismatch(validatorFor(described, status), text)
    return status >= 400 ? `an error of type ${type}` : undefined
  }
}
