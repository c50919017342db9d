import type { Db } from '#platform/database/connect.ts'
import '../tables.ts'

type Due = { now: Date; created_after: Date; captured_before: Date; claimed_until: Date; limit: number }

/**
 * Takes captured license payments whose check is due, longest waiting first, and claims them: until the claim ends, no other process gets
 * them. The index payment_newest_of_state finds them.
 */
export async function claimDue(db: Db, { now, created_after, captured_before, claimed_until, limit }: Due) {
  return db
    .with('due', (at) =>
      at
        .selectFrom('payments.payment')
        .select('id')
        .where('state', '=', 'captured')
        .where('purpose', '=', 'license')
        .where('created_at', '>=', created_after)
        .where('captured_at', '<=', captured_before)
        .where((is) => is.or([is('next_check_at', 'is', null), is('next_check_at', '<=', now)]))
        .orderBy('next_check_at', (order) => order.asc().nullsFirst())
        .orderBy('captured_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
    )
    .updateTable('payments.payment as payment')
    .from('due')
    .set({ next_check_at: claimed_until })
    .whereRef('payment.id', '=', 'due.id')
    .returningAll('payment')
    .execute()
}

export async function updateNextCheck(db: Db, id: string, next_check_at: Date): Promise<void> {
  await db.updateTable('payments.payment').set({ next_check_at }).where('id', '=', id).execute()
}
