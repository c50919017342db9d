import type { Insertable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

/** Returns false if this dispute of the payment is known. */
export async function insertDispute(tx: Tx, dispute: Insertable<Database['payments.dispute']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('payments.dispute')
    .values(dispute)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function findDisputesOf(db: Db, payment_id: string) {
  return db.selectFrom('payments.dispute').selectAll().where('payment_id', '=', payment_id).orderBy('noticed_at').execute()
}
