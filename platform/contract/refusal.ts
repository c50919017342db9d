import { z } from 'zod'

/** 401 and 403 are not among them: the browser clears the session on both, so a business refusal is never one of them. */
export type Refusals = Record<string, { status: 400 | 402 | 404 | 409 | 413 | 415 | 422 | 429; message: string }>

export const refusals = <const R extends Refusals>(table: R): R => table

/** Every error's body: a text for people, a code for programs, and the texts of single fields. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional()
})
export type ErrorBody = z.output<typeof errorBody>
