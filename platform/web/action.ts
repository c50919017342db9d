import { data } from 'react-router'
import { ApiError } from './api.ts'

export type FieldErrors = Record<string, string>

/** What a form shows of a refusal: texts by field, or one text for the whole form. Bugs are thrown on. */
export function errorFields(error: unknown): FieldErrors {
  if (error instanceof ApiError && error.status < 500) return error.body.fields ?? { form: error.body.error }
  throw error
}

/** An action's answer for a refusal, with the refusal's own status. */
export const refused = (error: unknown) => data({ fields: errorFields(error) }, error instanceof ApiError ? error.status : 500)

/** The same for a page that has words of its own for a failure that is ours; where the guard leads elsewhere, one follows. */
export function failed(error: unknown, fallback: string) {
  if (error instanceof Response) throw error
  if (error instanceof ApiError && error.status < 500) return refused(error)
  console.error(error)
  return data({ fields: { form: fallback } as FieldErrors }, 500)
}
