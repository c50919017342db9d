import type { Ctx, Tx } from '#platform/server/index.ts'
import { RECONCILE } from '../jobs.ts'
import { insertRefund } from './refund.queries.ts'

/** Requests the refund of a payment that bought nothing, without an admin. Recorded in the caller's transaction; a job sends it to PayPal, once. */
export async function refundLater({ db, now, ports }: Ctx<Tx>, payment_id: string, reason: string): Promise<void> {
  const refund = await insertRefund(db, { payment_id, state: 'asked', reason, asked_by: null, asked_at: now })
  if (refund) await ports.jobs.send(db, RECONCILE, {})
}
