import { z } from 'zod'

/** 401 and 403 are not allowed: the browser clears the session on both, so no business refusal may use them. */
export type Refusals = Record<string, { status: 400 | 402 | 404 | 409 | 410 | 413 | 415 | 422 | 429; message: string }>

export const defineRefusals = <const R extends Refusals>(table: R): R => table

/** The body of every error: a text for people, a code for programs, and the errors of single fields. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional()
})
export type ErrorBody = z.output<typeof errorBody>
