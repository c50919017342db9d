import { type Expression, type SqlBool, sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { AssetStatus, Category, FreeFilter } from '../rules.ts'
import { filesOf, freeIs, ownerName } from './columns.queries.ts'
import './tables.ts'

export type NewAsset = { owner_id: string; title: string; description: string; category: Category; tags: string[]; created_at: Date }

export async function insertAsset(db: Db, asset: NewAsset): Promise<{ id: string }> {
  return db.insertInto('catalogue.asset').values(asset).returning('id').executeTakeFirstOrThrow()
}

/** The asset's row, held until the transaction ends: decisions and uploads about it wait for one another. */
export async function lockAsset(tx: Tx, id: string) {
  return tx
    .selectFrom('catalogue.asset')
    .select(['id', 'title', 'category', 'status', 'owner_id', 'is_free', 'free_starts_at', 'free_ends_at'])
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

export type DeskFilter = {
  owner_id?: string | undefined
  search?: string | undefined
  status?: AssetStatus | undefined
  category?: Category | undefined
  free?: FreeFilter | undefined
  /** Matches a part of a tag. */
  tag?: string | undefined
  sort?: 'newest' | 'oldest' | 'title' | undefined
  page: number
  page_size: number
}

const deskRows = (db: Db) =>
  db
    .selectFrom('catalogue.asset as asset')
    .innerJoin('accounts.user as owner', 'owner.id', 'asset.owner_id')
    .select(['asset.id', 'asset.title', 'asset.description', 'asset.category', 'asset.tags', 'asset.status', 'asset.owner_id'])
    .select(['asset.created_at', 'asset.approved_at', 'asset.reject_reason', 'asset.reject_reason_codes'])
    .select(['asset.is_free', 'asset.free_starts_at', 'asset.free_ends_at'])
    .select([ownerName.as('employee_name'), filesOf.as('files')])

/** For artists and admins: every status, found by a part of the title or of a tag. */
export async function findDeskAssets(db: Db, now: Date, filter: DeskFilter) {
  const { sort = 'newest', page, page_size } = filter
  let query = deskRows(db)
    .where(and(deskConditions(now, filter)))
    .limit(page_size)
    .offset((page - 1) * page_size)
  if (sort === 'title') query = query.orderBy(sql`lower(asset.title)`)
  const direction = sort === 'newest' ? 'desc' : 'asc'
  query = query.orderBy('asset.created_at', direction).orderBy('asset.id', direction)
  return query.execute()
}

export async function findDeskAsset(db: Db, id: string) {
  return deskRows(db).where('asset.id', '=', id).executeTakeFirst()
}

export async function countDeskAssets(db: Db, now: Date, filter: DeskFilter): Promise<number> {
  const { total } = await db
    .selectFrom('catalogue.asset as asset')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(and(deskConditions(now, filter)))
    .executeTakeFirstOrThrow()
  return total
}

function deskConditions(now: Date, { owner_id, search, status, category, free, tag }: DeskFilter): Expression<SqlBool>[] {
  const part = (text: string) => `%${escapeLike(text)}%`
  return [
    ...(owner_id ? [sql<boolean>`asset.owner_id = ${owner_id}`] : []),
    ...(status ? [sql<boolean>`asset.status = ${status}`] : []),
    ...(category ? [sql<boolean>`asset.category = ${category}`] : []),
    ...(free ? [freeIs(free, now)] : []),
    ...(tag ? [sql<boolean>`exists (select from unnest(asset.tags) tag where tag ilike ${part(tag)})`] : []),
    ...(search ? [sql<boolean>`(asset.title ilike ${part(search)} or array_to_string(asset.tags, ' ') ilike ${part(search)})`] : [])
  ]
}

const and = (conditions: Expression<SqlBool>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

export type Counts = { total: number; pending: number; approved: number; rejected: number }

export async function countByStatus(db: Db, owner_id?: string): Promise<Counts> {
  let query = db
    .selectFrom('catalogue.asset')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('status', '=', 'pending').as('pending'),
      fn.countAll<number>().filterWhere('status', '=', 'approved').as('approved'),
      fn.countAll<number>().filterWhere('status', '=', 'rejected').as('rejected')
    ])
  if (owner_id) query = query.where('owner_id', '=', owner_id)
  return query.executeTakeFirstOrThrow()
}
