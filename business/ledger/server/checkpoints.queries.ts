import type { Db } from '#platform/database/connect.ts'
import './tables.ts'

/** A position in the chain and the hash of the seal there, in hexadecimal. */
export type Checkpoint = { position: number; hash: string }

export async function findLastCheckpoint(db: Db): Promise<Checkpoint | undefined> {
  const row = await db.selectFrom('ledger.checkpoint').select(['position', 'hash']).orderBy('position', 'desc').limit(1).executeTakeFirst()
  return row && { position: row.position, hash: row.hash.toString('hex') }
}

/** Stores a checkpoint once, no matter for how many nights the head stays the same. */
export async function insertCheckpoint(db: Db, { position, hash }: Checkpoint, recorded_at: Date): Promise<void> {
  await db
    .insertInto('ledger.checkpoint')
    .values({ position, hash: Buffer.from(hash, 'hex'), recorded_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type Verification = { verified_at: Date; position: number | null; broken: string | null }

/** Returns the last nightly check, if there was one. */
export async function findLastVerification(db: Db): Promise<Verification | undefined> {
  return db
    .selectFrom('ledger.verification')
    .select(['verified_at', 'position', 'broken'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertVerification(db: Db, verification: Verification): Promise<void> {
  await db.insertInto('ledger.verification').values(verification).execute()
}
