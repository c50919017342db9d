import type { Insertable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

export async function findBilling(db: Db, user_id: string) {
  return db.selectFrom('invoicing.billing').selectAll().where('user_id', '=', user_id).executeTakeFirst()
}

export async function upsertBilling(db: Db, { user_id, ...details }: Insertable<Database['invoicing.billing']>) {
  return db
    .insertInto('invoicing.billing')
    .values({ user_id, ...details })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(details))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteBilling(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('invoicing.billing').where('user_id', '=', user_id).execute()
}
