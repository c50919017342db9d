import type { Db } from '#platform/database/connect.ts'
import './tables.ts'

/** A place in the chain and the seal that stood there, in hex. */
export type Known = { position: number; hash: string }

export async function findLastNoted(db: Db): Promise<Known | undefined> {
  const row = await db.selectFrom('ledger.noted_head').select(['position', 'hash']).orderBy('position', 'desc').limit(1).executeTakeFirst()
  return row && { position: row.position, hash: row.hash.toString('hex') }
}

/** Once for each head, however many nights it stays the same. */
export async function insertNoted(db: Db, { position, hash }: Known, noted_at: Date): Promise<void> {
  await db
    .insertInto('ledger.noted_head')
    .values({ position, hash: Buffer.from(hash, 'hex'), noted_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
