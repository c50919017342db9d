import { audit } from '#accounts/server/index.ts'
import { type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, keyReused, refuse, requestKey, signedIn } from '#platform/server/index.ts'
import { type Payout, refusals, type reversePayout } from '../payouts.contract.ts'
import * as queries from './payouts.queries.ts'
import { book, present, publishPayout, SEND_PAYOUT_MAIL } from './payouts.service.ts'

/**
 * Reverses a wrong payout by one of the opposite amount: what it paid is owed again. The ledger and the balance follow. Wages stay as they are.
 * A request that is repeated after a crash, before its response was stored, returns the reversal it made.
 */
export async function reverse(ctx: Ctx, { params: { id }, body: { reason } }: Received<typeof reversePayout>): Promise<Payout> {
  const admin = signedIn(ctx)
  const wrong = await queries.findPayout(ctx.db, id)
  if (!wrong) throw refuse(refusals, 'payout_not_found')
  if (wrong.reverses !== null) throw refuse(refusals, 'payout_is_reversal')
  if (wrong.employee_id === admin.id) throw refuse(refusals, 'own_work')
  const request_key = requestKey(ctx)
  return inTransaction(ctx, async (work) => {
    const { db, now, ports } = work
    await queries.lockPayouts(db, wrong.employee_id)
    const made = request_key && (await queries.findPayoutByKey(db, admin.id, request_key))
    if (made && made.reverses !== id) throw keyReused()
    if (made) return present(made, admin.name)
    const { employee_id, payment_method, reference_number } = wrong
    const reversal = await queries.insertReversal(db, {
      ...{ employee_id, payment_method, reference_number, request_key },
      amount_cents: toCents(-wrong.amount_cents),
      notes: reason,
      recorded_by: admin.id,
      paid_at: now,
      reverses: id
    })
    if (!reversal) throw refuse(refusals, 'payout_reversed')
    await book(db, reversal)
    const { amount_cents } = wrong
    const details = { payout_id: id, reversal_id: reversal.id, reason, amount_cents, before: { amount_cents }, after: { amount_cents: 0 } }
    await audit(db, { actor_id: admin.id, action: 'payout.reversed', subject_kind: 'user', subject: employee_id, details })
    await ports.jobs.send(db, SEND_PAYOUT_MAIL, { payout_id: reversal.id })
    await publishPayout(work, reversal)
    return present(reversal, admin.name)
  })
}
