import type { Ctx, Tx } from '#platform/server/index.ts'
import { RECONCILE } from './jobs.ts'
import { insertRefund } from './refund.queries.ts'

/** Gives a payment back that bought nothing, without an admin: written down in the caller's transaction, asked of PayPal by the job, once. */
export async function refundLater({ db, now, ports }: Ctx<Tx>, payment_id: string, reason: string): Promise<void> {
  const refund = await insertRefund(db, { payment_id, state: 'asked', reason, asked_by: null, asked_at: now })
  if (refund) await ports.jobs.send(db, RECONCILE, {})
}
