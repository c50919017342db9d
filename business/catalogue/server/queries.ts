import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { type Category, type Color, type FileFormat, type FreeFilter, SOURCES_OF } from '../rules.ts'
import { type FileRow, filesOf, freeIs, ownerName } from './columns.queries.ts'
import { findMilestone, type Milestone } from './milestones.queries.ts'
import './tables.ts'

export type Filter = {
  category?: Category | undefined
  free?: FreeFilter | undefined
  color?: Color | undefined
  format?: FileFormat | undefined
}
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

export const shown = (now: Date, { category, free, color, format }: Filter): RawBuilder<boolean> => {
  const conditions = [
    sql<boolean>`asset.status = 'approved'`,
    ...(category ? [sql<boolean>`asset.category = ${category}`] : []),
    ...(free ? [freeIs(free, now)] : []),
    ...(color ? [sql<boolean>`asset.colors @> array[${color}::text]`] : []),
    ...(format ? [sql<boolean>`asset.formats && ${SOURCES_OF[format]}::text[]`] : [])
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Newest first. With the total known, a page of the later half is read from the old end: the walk is never longer than half the list, or than to the next milestone. */
export async function findNewest(db: Db, now: Date, filter: Filter, { offset, limit }: Slice, total: number): Promise<CardRow[]> {
  const near = await nearMilestone(db, filter, offset, total)
  if (near) return findBehind(db, now, filter, near, { offset: near.place - (total - offset), limit })
  const fromEnd = offset > total / 2
  const count = Math.max(0, Math.min(limit, total - offset))
  const [skip, direction, reverse] = fromEnd ? [total - offset - count, sql`asc`, sql`desc`] : [offset, sql`desc`, sql`asc`]
  const chosen = sql`
    select id, row_number() over (order by near ${reverse}) as place from (
      select asset.id, row_number() over (order by asset.approved_at ${direction}, asset.id ${direction}) as near
      from catalogue.asset asset where ${shown(now, filter)}
      order by asset.approved_at ${direction}, asset.id ${direction} limit ${count} offset ${skip}
    ) walked`
  return (await cardsOf(chosen).execute(db)).rows
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

export async function countShown(db: Db, now: Date, filter: Filter, matching: RawBuilder<boolean> = sql`true`): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from catalogue.asset asset where ${shown(now, filter)} and ${matching}`.execute(db)
  return rows[0]!.total
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
