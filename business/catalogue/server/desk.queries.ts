import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { AssetStatus, Category } from '../rules.ts'
import { countApproved } from './queries.ts'
import './tables.ts'

export type NewAsset = { owner_id: string; title: string; description: string; category: Category; tags: string[]; created_at: Date }

export async function insertAsset(db: Db, asset: NewAsset): Promise<{ id: string }> {
  return db.insertInto('catalogue.asset').values(asset).returning('id').executeTakeFirstOrThrow()
}

/** An asset under an id that its caller chose; one that is there already stays as it is. */
export async function insertAssetOnce(db: Db, asset: NewAsset & { id: string }): Promise<void> {
  await db
    .insertInto('catalogue.asset')
    .values(asset)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** The asset's row, held until the transaction ends: decisions and uploads about it wait for one another. */
export async function lockAsset(tx: Tx, id: string) {
  return tx
    .selectFrom('catalogue.asset')
    .select(['id', 'title', 'description', 'category', 'tags', 'status', 'owner_id', 'is_free', 'free_starts_at', 'free_ends_at'])
    .select(sql<boolean>`mending_since is not null`.as('is_mending'))
    .where('id', '=', id)
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

/** Answers false when the asset is not pending: a decided asset is not decided again. */
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

/** Keeps why it was rejected beside it and lets it wait for review again. Answers false when it is not rejected. */
export async function resubmitAsset(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('catalogue.rejection')
    .columns(['asset_id', 'reason', 'reason_codes', 'decided_by', 'decided_at', 'resubmitted_at'])
    .expression(({ selectFrom }) =>
      selectFrom('catalogue.asset')
        .select(['id', 'reject_reason', 'reject_reason_codes', 'decided_by', sql<Date>`decided_at`.as('decided_at')])
        .select(sql<Date>`${now}::timestamptz`.as('resubmitted_at'))
        .where('id', '=', id)
        .where('status', '=', 'rejected')
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return false
  await tx
    .updateTable('catalogue.asset')
    .set({ status: 'pending', decided_at: null, decided_by: null, reject_reason: null, reject_reason_codes: [], mending_since: null })
    .where('id', '=', id)
    .execute()
  return true
}

/** False where it is not rejected; taken up again, it stays so. */
export async function takeUpAsset(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('catalogue.asset')
    .set({ mending_since: sql`coalesce(mending_since, ${now}::timestamptz)` })
    .where('id', '=', id)
    .where('status', '=', 'rejected')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type AssetEdit = { title: string; description: string; category: Category; tags: string[] }

export async function updateAsset(db: Db, id: string, change: Partial<AssetEdit>): Promise<void> {
  await db.updateTable('catalogue.asset').set(change).where('id', '=', id).execute()
}

export type FreeEdit = { is_free: boolean; free_starts_at: Date | null; free_ends_at: Date | null }

export async function updateFree(db: Db, id: string, free: FreeEdit): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('catalogue.asset').set(free).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Its files' rows go with it. */
export async function deleteAsset(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('catalogue.asset').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export type Counts = { total: number; pending: number; approved: number; rejected: number }

/** Of one artist, or of all: then what is approved is counted already and the rest is little. */
export async function countByStatus(db: Db, owner_id?: string): Promise<Counts> {
  let query = db.selectFrom('catalogue.asset').select(({ fn }) => ['status', fn.countAll<number>().as('count')])
  query = owner_id ? query.where('owner_id', '=', owner_id) : query.where('status', '<>', 'approved')
  const rows = await query.groupBy('status').execute()
  const of = (status: AssetStatus) => rows.find((row) => row.status === status)?.count ?? 0
  const approved = owner_id ? of('approved') : (await countApproved(db)).total
  const [pending, rejected] = [of('pending'), of('rejected')]
  return { total: pending + approved + rejected, pending, approved, rejected }
}
