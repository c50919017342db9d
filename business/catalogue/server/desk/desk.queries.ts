import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { StatedOrigin } from '../../origin.rules.ts'
import type { AssetFields, AssetStatus } from '../../rules.ts'
import { ASSET_COLUMNS } from '../asset-row.queries.ts'
import { countApproved } from '../queries.ts'
import { findWordsOf, updateHeld } from '../search/words.queries.ts'
import '../tables.ts'

/** Without an origin, it is unknown. */
export type NewAsset = Omit<AssetFields, 'origin'> & { origin?: StatedOrigin | undefined; owner_id: string; created_at: Date }

export async function insertAsset(db: Db, asset: NewAsset): Promise<{ id: string }> {
  return db.insertInto('catalogue.asset').values(asset).returning('id').executeTakeFirstOrThrow()
}

/** Inserts an asset under an id that the caller chose. An existing asset with this id stays unchanged. */
export async function insertAssetOnce(db: Db, asset: NewAsset & { id: string }): Promise<void> {
  await db
    .insertInto('catalogue.asset')
    .values(asset)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Locks the asset's row until the transaction ends, so that decisions and uploads for one asset run one after another. */
export async function lockAsset(tx: Tx, id: string) {
  return tx
    .selectFrom('catalogue.asset as asset')
    .select(ASSET_COLUMNS)
    .select(sql<boolean>`asset.revising_since is not null`.as('is_revising'))
    .where('asset.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export type Decision = {
  id: string
  status: Exclude<AssetStatus, 'pending'>
  decided_by: string
  decided_at: Date
  reject_reason?: string | null | undefined
  reject_reason_codes?: string[] | undefined
}

/** Returns false if the asset is not pending: an asset is decided only once. */
export async function decideAsset(
  tx: Tx,
  { id, decided_at, reject_reason = null, reject_reason_codes = [], ...decision }: Decision
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('catalogue.asset')
    .set({ ...decision, decided_at, approved_at: decision.status === 'approved' ? decided_at : null, reject_reason, reject_reason_codes })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type Withholding = { id: string; withheld_at: Date; withheld_by: string; withheld_reason: string }

/** Takes an approved asset off sale: triggers remove it from the lists and the search index in the same transaction. Returns false if it cannot be withheld. */
export async function withholdAsset(tx: Tx, { id, ...withholding }: Withholding): Promise<boolean> {
  const words = await findWordsOf(tx, id)
  const { numUpdatedRows } = await tx
    .updateTable('catalogue.asset')
    .set(withholding)
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .where('withheld_at', 'is', null)
    .executeTakeFirst()
  await updateHeld(tx, words)
  return numUpdatedRows > 0n
}

/** Puts a withheld asset back on sale. Returns false if it is not withheld. */
export async function releaseAsset(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('catalogue.asset')
    .set({ withheld_at: null, withheld_by: null, withheld_reason: null })
    .where('id', '=', id)
    .where('withheld_at', 'is not', null)
    .executeTakeFirst()
  await updateHeld(tx, await findWordsOf(tx, id))
  return numUpdatedRows > 0n
}

/** Stores the rejection in the asset's history and makes the asset pending again. Returns false if it is not rejected. */
export async function endRejection(tx: Tx, id: string, now: Date, by: 'artist' | 'appeal'): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('catalogue.rejection')
    .columns(['asset_id', 'reason', 'reason_codes', 'decided_by', 'decided_at', 'resubmitted_at', 'is_overturned'])
    .expression(({ selectFrom }) =>
      selectFrom('catalogue.asset')
        .select(['id', 'reject_reason', 'reject_reason_codes', 'decided_by', sql<Date>`decided_at`.as('decided_at')])
        .select([sql<Date>`${now}::timestamptz`.as('resubmitted_at'), sql<boolean>`${by === 'appeal'}::boolean`.as('is_overturned')])
        .where('id', '=', id)
        .where('status', '=', 'rejected')
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return false
  await tx
    .updateTable('catalogue.asset')
    .set({ status: 'pending', decided_at: null, decided_by: null, reject_reason: null, reject_reason_codes: [], revising_since: null })
    .where('id', '=', id)
    .execute()
  return true
}

/** Marks a rejected asset as being revised. Returns false if it is not rejected; a second call changes nothing. */
export async function reviseAsset(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('catalogue.asset')
    .set({ revising_since: sql`coalesce(revising_since, ${now}::timestamptz)` })
    .where('id', '=', id)
    .where('status', '=', 'rejected')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateAsset(db: Db, id: string, change: Partial<AssetFields>): Promise<void> {
  await db.updateTable('catalogue.asset').set(change).where('id', '=', id).execute()
}

export type FreeEdit = { is_free: boolean; free_starts_at: Date | null; free_ends_at: Date | null }

export async function updateFree(db: Db, id: string, free: FreeEdit): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('catalogue.asset').set(free).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the asset and, by cascade, the rows of its files. */
export async function deleteAsset(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('catalogue.asset').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export type Counts = { total: number; pending: number; approved: number; rejected: number }

async function countWithheld(db: Db): Promise<number> {
  const { withheld } = await db
    .selectFrom('catalogue.asset')
    .select(({ fn }) => fn.countAll<number>().as('withheld'))
    .where('withheld_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return withheld
}

/** Counts one artist's assets by status, or everyone's. For everyone, approved assets are counted by a trigger and the others are few. */
export async function countByStatus(db: Db, owner_id?: string): Promise<Counts> {
  let query = db.selectFrom('catalogue.asset').select(({ fn }) => ['status', fn.countAll<number>().as('count')])
  query = owner_id ? query.where('owner_id', '=', owner_id) : query.where('status', '<>', 'approved')
  const rows = await query.groupBy('status').execute()
  const of = (status: AssetStatus) => rows.find((row) => row.status === status)?.count ?? 0
  const approved = owner_id ? of('approved') : (await countApproved(db)).total + (await countWithheld(db))
  const [pending, rejected] = [of('pending'), of('rejected')]
  return { total: pending + approved + rejected, pending, approved, rejected }
}
