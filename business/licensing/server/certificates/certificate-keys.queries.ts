import type { Db } from '#platform/database/connect.ts'
import '../tables.ts'

export async function insertKey(db: Db, key: { kid: string; public_key: string; first_used_at: Date }): Promise<void> {
  await db
    .insertInto('licensing.certificate_key')
    .values(key)
    .onConflict((conflict) => conflict.column('kid').doNothing())
    .execute()
}

/** All keys, newest first. */
export async function findKeys(db: Db) {
  return db.selectFrom('licensing.certificate_key').selectAll().orderBy('first_used_at', 'desc').orderBy('kid').execute()
}
