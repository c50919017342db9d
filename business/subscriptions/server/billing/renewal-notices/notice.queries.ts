import type { Insertable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../../tables.ts'

/** Returns false if this period's notice was sent before. */
export async function insertNotice(tx: Tx, notice: Insertable<Database['subscriptions.renewal_notice']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('subscriptions.renewal_notice')
    .values(notice)
    .onConflict((conflict) => conflict.columns(['subscription_id', 'period_started_at']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function findNotice(db: Db, token_hash: string) {
  return db.selectFrom('subscriptions.renewal_notice').selectAll().where('token_hash', '=', token_hash).executeTakeFirst()
}

/** Returns yearly plans whose renewal is near and whose owners were not told yet. */
export async function findToNotify(db: Db, { now, until, most }: { now: Date; until: Date; most: number }) {
  return db
    .selectFrom('subscriptions.subscription as plan')
    .selectAll('plan')
    .where('plan.plan_type', '=', 'yearly')
    .where('plan.state', '=', 'active')
    .where('plan.auto_renew', '=', true)
    .where('plan.source', '=', 'paypal')
    .where('plan.period_ends_at', '>', now)
    .where('plan.period_ends_at', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions.renewal_notice as notice')
            .select('notice.subscription_id')
            .whereRef('notice.subscription_id', '=', 'plan.id')
            .whereRef('notice.period_started_at', '=', 'plan.period_started_at')
        )
      )
    )
    .orderBy('plan.period_ends_at')
    .limit(most)
    .execute()
}
