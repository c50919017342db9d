import { data } from 'react-router'
import type { z } from 'zod'
import { ApiError } from './api.ts'

export type FieldErrors = Record<string, string>
export type Submitted<T> = { ok: true; sent: T } | { ok: false; fields: FieldErrors }

/** Checks a form with the endpoint's own body schema; what it hands on is what the person typed, not the parsed value. */
export async function readForm<S extends z.ZodType>(request: Request, schema: S): Promise<Submitted<z.input<S>>> {
  return checkForm(Object.fromEntries(await request.formData()), schema)
}

export function checkForm<S extends z.ZodType>(typed: Record<string, unknown>, schema: S): Submitted<z.input<S>> {
  const checked = schema.safeParse(typed)
  if (checked.success) return { ok: true, sent: typed as z.input<S> }
  const fields: FieldErrors = {}
  for (const issue of checked.error.issues) fields[issue.path.join('.') || 'form'] ??= issue.message
  return { ok: false, fields }
}

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
