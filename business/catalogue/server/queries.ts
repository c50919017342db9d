import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { Category, Color } from '../rules.ts'
import { type FileRow, filesOf, ownerName } from './columns.queries.ts'
import { findMilestone, type Milestone } from './milestones.queries.ts'
import { countPassing, findWalk, type Paged, passing, type Traits, walked } from './stretches.queries.ts'
import './tables.ts'

export type Filter = Omit<Traits, 'status'>
export type Slice = { offset: number; limit: number }

export type CardRow = {
  id: string
  title: string
  description: string
  category: Category
  tags: string[]
  is_free: boolean
  free_starts_at: Date | null
  free_ends_at: Date | null
  employee_name: string
  colors: Color[]
  files: FileRow[]
}

/** What a card shows, of the rows that `chosen` names, in its order. */
export const cardsOf = (chosen: RawBuilder<unknown>) => sql<CardRow>`
  with chosen as materialized (${chosen})
  select asset.id, asset.title, asset.description, asset.category, asset.tags, asset.is_free, asset.free_starts_at, asset.free_ends_at,
    asset.colors, ${ownerName} as employee_name, ${filesOf} as files
  from chosen
  join catalogue.asset asset on asset.id = chosen.id
  join accounts."user" owner on owner.id = asset.owner_id
  order by chosen.place`

/** The public sees what is approved. */
const asShown = (filter: Filter) => ({ ...filter, status: 'approved' as const })
export const shown = (now: Date, filter: Filter): RawBuilder<boolean> => passing(now, asShown(filter))

/** In an order of the catalogue, from the nearest place that is known: a walk is never longer than half a stretch of the list. */
export async function findInOrder(db: Db, now: Date, filter: Filter, paged: Paged, total: number): Promise<CardRow[]> {
  const walk = await findWalk(db, now, asShown(filter), total, paged)
  return (await cardsOf(walked(shown(now, filter), paged, walk)).execute(db)).rows
}

/** Newest first; the list of all, or of a category, has milestones near every place. */
export async function findNewest(db: Db, now: Date, filter: Filter, { offset, limit }: Slice, total: number): Promise<CardRow[]> {
  const near = await nearMilestone(db, filter, offset, total)
  if (near) return findBehind(db, now, filter, near, { offset: near.place - (total - offset), limit })
  return findInOrder(db, now, filter, { ordering: 'approved', direction: 'desc', offset, limit }, total)
}

/** Walking so far costs less than asking for a milestone. */
const WALKED = 240

async function nearMilestone(db: Db, { category, ...others }: Filter, offset: number, total: number): Promise<Milestone | undefined> {
  const isWhole = Object.values(others).every((other) => other === undefined)
  return isWhole && Math.min(offset, total - offset) > WALKED ? findMilestone(db, category, total - offset) : undefined
}

async function findBehind(db: Db, now: Date, filter: Filter, { approved_at, id }: Milestone, { offset, limit }: Slice): Promise<CardRow[]> {
  const chosen = sql`
    select asset.id, row_number() over (order by asset.approved_at desc, asset.id desc) as place
    from catalogue.asset asset where ${shown(now, filter)} and (asset.approved_at, asset.id) <= (${approved_at}::timestamptz, ${id}::uuid)
    order by asset.approved_at desc, asset.id desc limit ${limit} offset ${offset}`
  return (await cardsOf(chosen).execute(db)).rows
}

/** Approved assets by category, and a number that grows with every change to them. */
export async function countApproved(db: Db, category?: Category): Promise<{ total: number; changes: number }> {
  let query = db
    .selectFrom('catalogue.category_count')
    .select([sql<number>`coalesce(sum(approved), 0)::bigint`.as('total'), sql<number>`coalesce(sum(changes), 0)::bigint`.as('changes')])
  if (category) query = query.where('category', '=', category)
  return query.executeTakeFirstOrThrow()
}

/** Exact, whatever the filter, without reading the assets. */
export async function countShown(db: Db, now: Date, filter: Filter): Promise<number> {
  return countPassing(db, now, asShown(filter))
}

export async function findAsset(db: Db, id: string) {
  return db
    .selectFrom('catalogue.asset as asset')
    .innerJoin('accounts.user as owner', 'owner.id', 'asset.owner_id')
    .selectAll('asset')
    .select([ownerName.as('employee_name'), filesOf.as('files')])
    .where('asset.id', '=', id)
    .executeTakeFirst()
}
export type AssetRow = NonNullable<Awaited<ReturnType<typeof findAsset>>>

/** In no order: for those who hold ids, whatever the status. */
export async function findAssetsById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('catalogue.asset as asset')
    .innerJoin('accounts.user as owner', 'owner.id', 'asset.owner_id')
    .select(['asset.id', 'asset.title', 'asset.category', 'asset.status', 'asset.owner_id'])
    .select(['asset.is_free', 'asset.free_starts_at', 'asset.free_ends_at'])
    .select([ownerName.as('employee_name'), filesOf.as('files')])
    .where('asset.id', 'in', ids)
    .execute()
}
