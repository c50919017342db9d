import { type Refusal, refuse } from '#platform/server/refusal.ts'
import { refusals } from '../../contract.ts'

/** Refuses the uploaded file; the sentence is both the error and the error of the form's file field. */
export function refuseFile(code: keyof typeof refusals, message: string = refusals[code].message): Refusal {
  return refuse(refusals, code, { message, fields: { file: message } })
}
