import { z } from 'zod'
import { PROOF_WAYS } from './proof.ts'

/** 401 and 403 are not allowed: the browser clears the session on both, so no business refusal may use them. */
export type Refusals = Record<string, { status: 400 | 402 | 404 | 409 | 410 | 413 | 415 | 422 | 429; message: string }>

export const defineRefusals = <const R extends Refusals>(table: R): R => table

/** The body of every error: a text for people, a code for programs, and the errors of single fields. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Of a 409 `proof_needed`: how the caller can prove who they are. */
  ways: z.array(z.enum(PROOF_WAYS)).optional()
})
export type ErrorBody = z.output<typeof errorBody>
