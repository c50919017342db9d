import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { Origin } from '../../origin.rules.ts'
import { type AssetStatus, type Category, type Color, type FileFormat, type FreeFilter, PAGE_SIZE, SOURCES_OF } from '../../rules.ts'
import { type ChosenAssets, freeIs } from '../asset-row.queries.ts'
import '../tables.ts'

/** The filters of the lists. Each list segment counts its assets by these attributes. */
export type Traits = {
  status?: AssetStatus | undefined
  is_withheld?: boolean | undefined
  category?: Category | undefined
  free?: FreeFilter | undefined
  color?: Color | undefined
  format?: FileFormat | undefined
  origin?: Origin | undefined
}

/** The ascending order of a list: by time of approval, by time of creation, or by title. */
export type Ordering = 'approved' | 'created' | 'title'
export type Direction = 'asc' | 'desc'

const KEYS: Record<Ordering, readonly RawBuilder<unknown>[]> = {
  approved: [sql`asset.approved_at`, sql`asset.id`],
  created: [sql`asset.created_at`, sql`asset.id`],
  title: [sql`lower(asset.title) collate "C"`, sql`asset.id`]
}

/** The ORDER BY of a list; each ordering has an index. */
export const orderOf = (ordering: Ordering, direction: Direction): RawBuilder<unknown> =>
  sql.join(KEYS[ordering].map((key) => sql`${key} ${sql.raw(direction)}`))

/** Assets per list segment. A segment is split when it holds more than twice as many. */
export const SEGMENT_SIZE = 4000

/** Splits the segments that have grown too large. Must run in a transaction: it holds a lock that changes to assets wait for. */
export async function splitListSegments(db: Db, size = SEGMENT_SIZE): Promise<void> {
  await sql`select catalogue.split_list_segments(${size})`.execute(db)
}

const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

/** The filter as a condition on the row named `asset`. */
export function passing(now: Date, { status, is_withheld, category, free, color, format, origin }: Traits): RawBuilder<boolean> {
  return allOf([
    // Not a parameter: a prepared statement's plan can then use the partial indexes.
    ...(status ? [sql<boolean>`asset.status = ${sql.lit(status)}`] : []),
    ...(is_withheld === undefined
      ? []
      : [is_withheld ? sql<boolean>`asset.withheld_at is not null` : sql<boolean>`asset.withheld_at is null`]),
    ...(category ? [sql<boolean>`asset.category = ${category}`] : []),
    ...(free ? [freeIs(free, now)] : []),
    ...(color ? [sql<boolean>`asset.colors @> array[${color}::text]`] : []),
    ...(format ? [sql<boolean>`asset.formats && ${SOURCES_OF[format]}::text[]`] : []),
    // Not a parameter either: how rare an origin is decides which index is read.
    ...(origin ? [sql<boolean>`asset.origin = ${sql.lit(origin)}`] : [])
  ])
}

const hasTrait = (trait: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(counted.traits & ${trait}) <> 0`
/** Two bits together, unlike the other traits: a list of an unknown origin wants neither. */
export const hasOrigin = (traits: RawBuilder<unknown>, origin: Origin): RawBuilder<boolean> =>
  sql<boolean>`(${traits} & catalogue.origin_traits()) = (select catalogue.origin_trait(${origin}))`
const WITHHELD = sql`catalogue.withheld_trait()`
const FREE = sql`catalogue.traits(null, '{}', '{}', true)`

/** The filter as a condition on the counts. Assets with a free window are excluded wherever the filter depends on the clock. */
function isCounted({ status, is_withheld, category, free, color, format, origin }: Traits): RawBuilder<boolean> {
  return allOf([
    ...(status ? [hasTrait(sql`catalogue.status_trait(${status})`)] : []),
    ...(is_withheld === undefined ? [] : [is_withheld ? hasTrait(WITHHELD) : sql<boolean>`(counted.traits & ${WITHHELD}) = 0`]),
    ...(category ? [hasTrait(sql`catalogue.traits(${category}, '{}', '{}', false)`)] : []),
    ...(color ? [hasTrait(sql`catalogue.traits(null, '{}', array[${color}::text], false)`)] : []),
    ...(format ? [hasTrait(sql`catalogue.traits(null, ${SOURCES_OF[format]}::text[], '{}', false)`)] : []),
    ...(origin ? [hasOrigin(sql`counted.traits`, origin)] : []),
    ...(free === 'free-now' ? [hasTrait(FREE)] : []),
    ...(free === 'free-scheduled' ? [sql<boolean>`false`] : []),
    ...(free === 'not-free' ? [sql<boolean>`(counted.traits & (${FREE} | catalogue.window_trait())) = 0`] : [])
  ])
}

/** Selects the assets with a free window that pass a filter that depends on the clock. There are few, so they are counted individually. */
const passesInWindow = (now: Date, filter: Traits): RawBuilder<boolean> =>
  filter.free ? sql<boolean>`(asset.free_starts_at is not null and not asset.is_free and ${passing(now, filter)})` : sql<boolean>`false`

/** Returns the exact number of assets that pass the filter. */
export async function countPassing(db: Db, now: Date, filter: Traits): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce((select sum(counted.assets) from catalogue.list_segment_count counted where counted.ordering = 'whole' and ${isCounted(filter)}), 0)::bigint
      + ${filter.free ? sql`(select count(*) from catalogue.asset asset where ${passesInWindow(now, filter)})` : sql`0`} as total`.execute(
    db
  )
  return rows[0]?.total ?? 0
}

type Bound = { title: string; at: string; id: string }

/** A segment of a filtered list. `before` and `upto` count the passing assets in ascending order, starting at place 1. */
export type ListSegment = { before: number; upto: number; total: number; since: Bound; next: Bound | null }

/** Selects the number of passing assets in each segment of an ordering (`placed`), in ascending order. */
const placedSegments = (now: Date, ordering: Ordering, filter: Traits): RawBuilder<unknown> => sql`
  with held as (
    select segment, sum(assets)::bigint as assets
    from (
      select counted.segment, counted.assets from catalogue.list_segment_count counted
      where counted.ordering = ${ordering} and ${isCounted(filter)}
      ${filter.free ? inWindowsBySegment(now, ordering, filter) : sql``}
    ) found
    group by segment
  ),
  placed as (
    select segment.since_title, segment.since_at, segment.since_id, held.assets,
      lead(segment.since_title) over along as next_title, lead(segment.since_at) over along as next_at, lead(segment.since_id) over along as next_id,
      (sum(coalesce(held.assets, 0)) over along)::bigint as upto, (sum(held.assets) over ())::bigint as total
    from catalogue.list_segment segment left join held on held.segment = segment.id
    where segment.ordering = ${ordering}
    window along as (order by segment.since_title, segment.since_at, segment.since_id)
  )`

const inWindowsBySegment = (now: Date, ordering: Ordering, filter: Traits): RawBuilder<unknown> => sql`
  union all
  select near.id, 1 from catalogue.asset asset, lateral (
    select segment.id from catalogue.list_segment segment
    where segment.ordering = ${ordering} and (segment.since_title, segment.since_at, segment.since_id) < (${placeOf(ordering)}, asset.id)
    order by segment.since_title desc, segment.since_at desc, segment.since_id desc limit 1
  ) near where ${passesInWindow(now, filter)}`

const placeOf = (ordering: Ordering): RawBuilder<unknown> =>
  ordering === 'title' ? sql`lower(asset.title), '-infinity'::timestamptz` : sql`'', ${KEYS[ordering][0]}`

/** Returns the time as text: a Date would lose the microseconds. */
const boundOf = (name: 'since' | 'next'): RawBuilder<Bound> =>
  sql`json_build_object('title', ${sql.ref(`${name}_title`)}, 'at', ${sql.ref(`${name}_at`)}::text, 'id', ${sql.ref(`${name}_id`)})`

/** Returns the segment that contains a place, counted from either end of the passing assets. */
export async function findListSegment(
  db: Db,
  now: Date,
  { ordering, filter, place, from }: { ordering: Ordering; filter: Traits; place: number; from: 'lowest' | 'highest' }
): Promise<ListSegment | undefined> {
  const { rows } = await sql<ListSegment>`
    ${placedSegments(now, ordering, filter)}
    select upto - assets as before, upto, total, ${boundOf('since')} as since, case when next_id is not null then ${boundOf('next')} end as next
    from placed
    where assets > 0 and upto >= ${from === 'lowest' ? sql`${place}::bigint` : sql`total + 1 - ${place}::bigint`}
    order by upto limit 1`.execute(db)
  return rows[0]
}

/** The assets of the public lists: approved and not withheld. */
export const ON_SALE = { status: 'approved', is_withheld: false } as const

/** Returns when the last asset of each full part of the public list was approved, oldest part first. */
export async function findPartEnds(db: Db, now: Date, part_size: number): Promise<{ part: number; approved_at: Date }[]> {
  const { rows } = await sql<{ part: number; approved_at: Date }>`
    ${placedSegments(now, 'approved', ON_SALE)}
    select part.number::int as part, last.approved_at
    from placed,
      generate_series((placed.upto - placed.assets) / ${part_size}::bigint + 1, placed.upto / ${part_size}::bigint) part (number),
      lateral (
        select asset.approved_at from catalogue.asset asset
        where ${passing(now, ON_SALE)} and (asset.approved_at, asset.id) > (placed.since_at, placed.since_id)
        order by asset.approved_at, asset.id limit 1 offset part.number * ${part_size}::bigint - (placed.upto - placed.assets) - 1
      ) last
    order by part.number`.execute(db)
  return rows
}

/** A page of a list, in ascending (from the lowest end) or descending order. */
export type Paged = { ordering: Ordering; direction: Direction; offset: number; limit: number }

/** How to read the rows of a page: start at a bound, skip some rows, then read `count`, in either direction. */
export type Walk = { within: RawBuilder<boolean>; direction: Direction; skip: number; count: number }

const REVERSED = { asc: 'desc', desc: 'asc' } as const
const LIST_END = { asc: 'lowest', desc: 'highest' } as const

/** Skipping up to this many rows costs less than finding the segment. */
export const SKIP_MAX = 240

/** Returns the shortest walk to a page: from either end of the list, or from either end of the segment that contains the page. */
export async function findWalk(db: Db, now: Date, filter: Traits, total: number, paged: Paged): Promise<Walk> {
  const { ordering, direction, offset, limit } = paged
  const count = Math.max(0, Math.min(limit, total - offset))
  const rest = total - offset - count
  if (offset > SKIP_MAX && rest > SKIP_MAX) {
    const segment = await findListSegment(db, now, { ordering, filter, place: offset + 1, from: LIST_END[direction] })
    if (segment) return walkFrom(segment, paged)
  }
  return offset <= rest
    ? { within: sql`true`, direction, skip: offset, count }
    : { within: sql`true`, direction: REVERSED[direction], skip: rest, count }
}

function walkFrom({ before, upto, total, since, next }: ListSegment, { ordering, direction, offset, limit }: Paged): Walk {
  const last = Math.min(total, offset + limit)
  const [low, high] = direction === 'asc' ? [offset + 1, last] : [total - last + 1, total - offset]
  const count = high - low + 1
  const fromLowest: Walk = { within: isBeyond(ordering, '>', since), direction: 'asc', skip: low - before - 1, count }
  const fromHighest: Walk = { within: isBeyond(ordering, '<=', next), direction: 'desc', skip: upto - high, count }
  const [nearest = fromLowest] = [fromLowest, fromHighest].filter(({ skip }) => skip >= 0).toSorted((one, other) => one.skip - other.skip)
  return nearest
}

function isBeyond(ordering: Ordering, side: '>' | '<=', bound: Bound | null): RawBuilder<boolean> {
  if (!bound) return sql<boolean>`true`
  const first = ordering === 'title' ? sql`${bound.title}::text` : sql`${bound.at}::timestamptz`
  return sql<boolean>`(${sql.join(KEYS[ordering])}) ${sql.raw(side)} (${first}, ${bound.id}::uuid)`
}

/** The usual pages are statements of their own, so that PostgreSQL plans each for its few rows, once. */
export const sliceOf = ({ count, skip }: Pick<Walk, 'count' | 'skip'>): RawBuilder<unknown> =>
  skip <= SKIP_MAX && count === PAGE_SIZE && skip % PAGE_SIZE === 0
    ? sql`limit ${sql.lit(count)} offset ${sql.lit(skip)}`
    : sql`limit ${count} offset ${skip}`

/** The statement that chooses the assets of a page by walking to it. */
export function chooseByWalk(conditions: RawBuilder<unknown>, { ordering, direction }: Paged, walk: Walk): ChosenAssets {
  const order = orderOf(ordering, walk.direction)
  return sql`
    select id, row_number() over (order by near ${sql.raw(walk.direction === direction ? 'asc' : 'desc')}) as place
    from (
      select asset.id, row_number() over (order by ${order}) as near
      from catalogue.asset asset where ${conditions} and ${walk.within} order by ${order} ${sliceOf(walk)}
    ) walked`
}
