import { data } from 'react-router'
import { ApiError } from './api.ts'
import { reportError } from './report.ts'

export type FieldErrors = Record<string, string>

/** Returns a refusal's messages by field, or one message for the whole form. Rethrows anything that is not a refusal. */
export function errorFields(error: unknown): FieldErrors {
  if (error instanceof ApiError && error.status < 500) return error.body.fields ?? { form: error.body.error }
  throw error
}

/** Returns an action's answer to a refusal, with the refusal's own status. */
export const refused = (error: unknown) => data({ fields: errorFields(error) }, error instanceof ApiError ? error.status : 500)

/** Like `refused`, with the page's own message for a server error. Rethrows a redirect. */
export function failed(error: unknown, fallback: string) {
  if (error instanceof Response) throw error
  if (error instanceof ApiError && error.status < 500) return refused(error)
  reportError(error)
  return data({ fields: { form: fallback } as FieldErrors }, 500)
}
