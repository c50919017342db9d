import pg from 'pg'
import { PayPalRefusal, PayPalUnreachable } from '../paypal/adapter.ts'

const CODE = /^\w{1,60}$/

/** Says in a few words why work failed, in codes only: the messages of errors can contain texts of PayPal's or of people's. */
export function failureReason(error: unknown): string {
  if (error instanceof PayPalRefusal) return `PayPal answered ${error.status} ${CODE.test(error.issue) ? error.issue : ''}`.trimEnd()
  if (error instanceof PayPalUnreachable) return 'PayPal gave no usable response'
  if (error instanceof pg.DatabaseError) return `Database error ${error.code}`
  return error instanceof Error ? error.name : 'Unknown error'
}
