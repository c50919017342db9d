import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { type AssetStatus, type Category, type Color, type FileFormat, type FreeFilter, SOURCES_OF } from '../rules.ts'
import { freeIs } from './columns.queries.ts'
import './tables.ts'

/** What lists are narrowed by and what is counted by stretch. */
export type Traits = {
  status?: AssetStatus | undefined
  category?: Category | undefined
  free?: FreeFilter | undefined
  color?: Color | undefined
  format?: FileFormat | undefined
}

/** How a list goes, seen from its lowest end: by approval, by its making, by title. */
export type Ordering = 'approved' | 'created' | 'title'

export const KEYS: Record<Ordering, readonly RawBuilder<unknown>[]> = {
  approved: [sql`asset.approved_at`, sql`asset.id`],
  created: [sql`asset.created_at`, sql`asset.id`],
  title: [sql`lower(asset.title) collate "C"`, sql`asset.id`]
}

/** So many assets make a stretch, up to twice as many while they grow. */
const STRETCH = 4000

export async function cutStretches(db: Db, size = STRETCH): Promise<void> {
  await sql`select catalogue.cut_stretches(${size})`.execute(db)
}

/** The filters, of an asset itself. */
export function passing(now: Date, { status, category, free, color, format }: Traits): RawBuilder<boolean> {
  const conditions = [
    ...(status ? [sql<boolean>`asset.status = ${status}`] : []),
    ...(category ? [sql<boolean>`asset.category = ${category}`] : []),
    ...(free ? [freeIs(free, now)] : []),
    ...(color ? [sql<boolean>`asset.colors @> array[${color}::text]`] : []),
    ...(format ? [sql<boolean>`asset.formats && ${SOURCES_OF[format]}::text[]`] : [])
  ]
  return conditions.length === 0 ? sql`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const has = (trait: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(counted.traits & ${trait}) <> 0`
const FREE = sql`catalogue.traits(null, '{}', '{}', true)`

/** The filters, of what is counted; those that are free for some time are left out where the clock decides about them. */
function counting({ status, category, free, color, format }: Traits): RawBuilder<boolean> {
  const conditions = [
    ...(status ? [has(sql`catalogue.status_trait(${status})`)] : []),
    ...(category ? [has(sql`catalogue.traits(${category}, '{}', '{}', false)`)] : []),
    ...(color ? [has(sql`catalogue.traits(null, '{}', array[${color}::text], false)`)] : []),
    ...(format ? [has(sql`catalogue.traits(null, ${SOURCES_OF[format]}::text[], '{}', false)`)] : []),
    ...(free === 'free-now' ? [has(FREE)] : []),
    ...(free === 'free-scheduled' ? [sql<boolean>`false`] : []),
    ...(free === 'not-free' ? [sql<boolean>`(counted.traits & (${FREE} | catalogue.window_trait())) = 0`] : [])
  ]
  return conditions.length === 0 ? sql`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Those with a window that pass, for a filter that asks the clock. */
const inWindows = (now: Date, filter: Traits): RawBuilder<boolean> =>
  filter.free ? sql<boolean>`(asset.free_starts_at is not null and not asset.is_free and ${passing(now, filter)})` : sql<boolean>`false`

export async function countPassing(db: Db, now: Date, filter: Traits): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce((select sum(counted.assets) from catalogue.stretch_count counted where counted.ordering = 'whole' and ${counting(filter)}), 0)::bigint
      + ${filter.free ? sql`(select count(*) from catalogue.asset asset where ${inWindows(now, filter)})` : sql`0`} as total`.execute(db)
  return rows[0]!.total
}

/** A stretch among those that pass: places count from the lowest end, the first is 1. */
export type Stretch = { before: number; upto: number; total: number } & {
  [Bound in 'since' | 'next']: { title: string; at: string; id: string } | null
}

/** The stretch that holds a place, counted from either end of what passes. */
export async function findStretch(
  db: Db,
  now: Date,
  { ordering, filter, place, from }: { ordering: Ordering; filter: Traits; place: number; from: 'lowest' | 'highest' }
): Promise<Stretch | undefined> {
  const windows = filter.free
    ? sql`union all
      select near.id, 1 from catalogue.asset asset, lateral (
        select stretch.id from catalogue.stretch stretch
        where stretch.ordering = ${ordering} and (stretch.since_title, stretch.since_at, stretch.since_id) < (${placeOf(ordering)}, asset.id)
        order by stretch.since_title desc, stretch.since_at desc, stretch.since_id desc limit 1
      ) near where ${inWindows(now, filter)}`
    : sql``
  const bound = (name: string) =>
    sql`json_build_object('title', ${sql.ref(`${name}_title`)}, 'at', ${sql.ref(`${name}_at`)}::text, 'id', ${sql.ref(`${name}_id`)})`
  const { rows } = await sql<Stretch>`
    with held as (
      select stretch, sum(assets)::bigint as assets
      from (
        select counted.stretch, counted.assets from catalogue.stretch_count counted where counted.ordering = ${ordering} and ${counting(filter)}
        ${windows}
      ) found
      group by stretch
    ),
    placed as (
      select stretch.since_title, stretch.since_at, stretch.since_id, held.assets,
        lead(stretch.since_title) over along as next_title, lead(stretch.since_at) over along as next_at, lead(stretch.since_id) over along as next_id,
        (sum(coalesce(held.assets, 0)) over along)::bigint as upto, (sum(held.assets) over ())::bigint as total
      from catalogue.stretch stretch left join held on held.stretch = stretch.id
      where stretch.ordering = ${ordering}
      window along as (order by stretch.since_title, stretch.since_at, stretch.since_id)
    )
    select upto - assets as before, upto, total, ${bound('since')} as since, case when next_id is not null then ${bound('next')} end as next
    from placed
    where assets > 0 and upto >= ${from === 'lowest' ? sql`${place}::bigint` : sql`total + 1 - ${place}::bigint`}
    order by upto limit 1`.execute(db)
  return rows[0]
}

const placeOf = (ordering: Ordering): RawBuilder<unknown> =>
  ordering === 'title' ? sql`lower(asset.title), '-infinity'::timestamptz` : sql`'', ${KEYS[ordering][0]}`

/** A page of a list in ascending (from the lowest) or descending order. */
export type Paged = { ordering: Ordering; direction: 'asc' | 'desc'; offset: number; limit: number }
/** How its rows are come by: some skipped, some read, in one direction or the other. */
type Walk = { within: RawBuilder<boolean>; direction: 'asc' | 'desc'; skip: number; count: number }

const turned = { asc: 'desc', desc: 'asc' } as const
const ends = { asc: 'lowest', desc: 'highest' } as const

/** Walking so far costs less than asking for a stretch. */
const WALKED = 240

/** From the nearest of: either end of the list, either end of the stretch that holds the page. */
export async function findWalk(
  db: Db,
  now: Date,
  filter: Traits,
  total: number,
  { ordering, direction, offset, limit }: Paged
): Promise<Walk> {
  const count = Math.max(0, Math.min(limit, total - offset))
  const rest = total - offset - count
  if (offset > WALKED && rest > WALKED) {
    const stretch = await findStretch(db, now, { ordering, filter, place: offset + 1, from: ends[direction] })
    if (stretch) return walkWithin(stretch, { ordering, direction, offset, limit })
  }
  return offset <= rest
    ? { within: sql`true`, direction, skip: offset, count }
    : { within: sql`true`, direction: turned[direction], skip: rest, count }
}

function walkWithin({ before, upto, total, since, next }: Stretch, { ordering, direction, offset, limit }: Paged): Walk {
  const last = Math.min(total, offset + limit)
  const [low, high] = direction === 'asc' ? [offset + 1, last] : [total - last + 1, total - offset]
  const fromLowest = { within: beyond(ordering, '>', since), direction: 'asc' as const, skip: low - before - 1, count: high - low + 1 }
  const fromHighest = { within: beyond(ordering, '<=', next), direction: 'desc' as const, skip: upto - high, count: high - low + 1 }
  const [near = fromLowest] = [fromLowest, fromHighest].filter(({ skip }) => skip >= 0).toSorted((one, other) => one.skip - other.skip)
  return near
}

function beyond(ordering: Ordering, side: '>' | '<=', bound: Stretch['next']): RawBuilder<boolean> {
  if (!bound) return sql<boolean>`true`
  const first = ordering === 'title' ? sql`${bound.title}::text` : sql`${bound.at}::timestamptz`
  return sql<boolean>`(${sql.join(KEYS[ordering])}) ${sql.raw(side)} (${first}, ${bound.id}::uuid)`
}

/** The ids of a page's assets and their place on it. */
export function walked(
  conditions: RawBuilder<unknown>,
  { ordering, direction }: Paged,
  walk: Walk
): RawBuilder<{ id: string; place: number }> {
  const order = sql.join(KEYS[ordering].map((key) => sql`${key} ${sql.raw(walk.direction)}`))
  return sql`
    select id, row_number() over (order by near ${sql.raw(walk.direction === direction ? 'asc' : 'desc')}) as place
    from (
      select asset.id, row_number() over (order by ${order}) as near
      from catalogue.asset asset where ${conditions} and ${walk.within} order by ${order} limit ${walk.count} offset ${walk.skip}
    ) walked`
}
