import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { CATEGORIES, type Category, type FreeFilter, SOURCES_OF, type Sort } from '../../rules.ts'
import { type ChosenAssets, freeIs, type ShownRow } from '../asset-row.queries.ts'
import { areKnown, type CardsJson, type CardVersions, cardsOf, cardVersionsOf, findChosen, keepCards, readCards } from '../card.queries.ts'
import { hasOrigin, orderOf } from '../lists/list-segments.queries.ts'
import { type Filter, isPublic, PUBLIC_ORDERS, type Slice } from '../queries.ts'
import type { Meant } from './meanings.ts'
import '../tables.ts'

/** For each typed word, the words of the catalogue that match it. An asset is found if it matches every typed word. */
export type Wanted = readonly (readonly Meant[])[]

const idsOf = (meant: readonly Meant[]): RawBuilder<number[]> => sql`${meant.map(({ id }) => id)}::int[]`

/** The trait is computed once, in a query of its own. The plan that PostgreSQL keeps for all calls knows no parameters, and would compute it for each posting. */
const hasTrait = (trait: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(posting.traits & (select ${trait})) <> 0`

/** The filter as a condition on the posting; only the free filter needs the asset. */
function passes(now: Date, { category, free, color, format, origin }: Filter): RawBuilder<boolean> {
  const conditions = [
    ...(category ? [hasTrait(sql`catalogue.traits(${category}, '{}', '{}', false)`)] : []),
    ...(color ? [hasTrait(sql`catalogue.traits(null, '{}', array[${color}::text], false)`)] : []),
    ...(format ? [hasTrait(sql`catalogue.traits(null, ${SOURCES_OF[format]}::text[], '{}', false)`)] : []),
    ...(origin ? [hasOrigin(sql`posting.traits`, origin)] : []),
    ...(free ? [freePasses(now, free)] : [])
  ]
  return conditions.length === 0 ? sql`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Looks up only assets that may be free, one by one. PostgreSQL would answer an EXISTS by reading every free asset. */
function freePasses(now: Date, free: FreeFilter): RawBuilder<boolean> {
  const mayBeFree = sql`posting.traits & catalogue.traits(null, '{}', '{}', true)`
  const window = sql`coalesce((select true from catalogue.asset asset where asset.number = posting.number and ${freeIs(free, now)}), false)`
  return free === 'not-free' ? sql`(${mayBeFree} = 0 or ${window})` : sql`case when ${mayBeFree} <> 0 then ${window} else false end`
}

/** Puts the rarest word first: it limits how much is read for the others. */
const byRarity = (wanted: Wanted): Wanted => wanted.toSorted((one, other) => sumOf(one) - sumOf(other))
const sumOf = (meant: readonly Meant[]): number => meant.reduce((sum, { assets }) => sum + assets, 0)

const alsoHolds = (meant: readonly Meant[]): RawBuilder<unknown> =>
  sql`and exists (select from catalogue.posting other where other.number = posting.number and other.word_id = any (${idsOf(meant)}))`

/** Selects the numbers of the assets that match every typed word. */
function matching(now: Date, filter: Filter, wanted: Wanted): RawBuilder<unknown> {
  const [rarest = [], ...others] = byRarity(wanted)
  // The postings of one word name each asset once.
  return sql`
    select ${rarest.length > 1 ? sql`distinct` : sql``} posting.number from catalogue.posting posting
    where posting.word_id = any (${idsOf(rarest)}) and ${passes(now, filter)} ${sql.join(others.map(alsoHolds), sql` `)}`
}

/** This many matches are ranked by all typed words. Matches further down the list of the rarest word follow in its order. */
export const RANKED = 300

/** The total, and the asset numbers if there are few: best first if several words were typed. */
export type Matches = { total: number; numbers: number[] | null }

export async function findMatching(db: Db, now: Date, filter: Filter, wanted: Wanted): Promise<Matches> {
  const { rows } = await sql<Matches>`
    with matching as materialized (${matching(now, filter, wanted)})
    select (select count(*) from matching) as total,
      (select array_agg(number) from (select number from matching limit ${sql.lit(RANKED + 1)}) few having count(*) <= ${sql.lit(RANKED)}) as numbers`.execute(
    db
  )
  return rows[0] ?? { total: 0, numbers: null }
}

/** Counts the assets in each category that match every typed word, with one pass over the postings. */
export async function countByCategory(db: Db, wanted: Wanted): Promise<{ category: Category; assets: number }[]> {
  const [rarest = [], ...others] = byRarity(wanted)
  const { rows } = await sql<{ category: Category; assets: number }>`
    select category, count(distinct posting.number)::int as assets
    from catalogue.posting posting
    join unnest(${CATEGORIES}::text[]) category on (posting.traits & catalogue.traits(category, '{}', '{}', false)) <> 0
    where posting.word_id = any (${idsOf(rarest)}) ${sql.join(others.map(alsoHolds), sql` `)}
    group by category order by assets desc, category`.execute(db)
  return rows
}

/** Selects the best `limit` assets of each word, then the best of all of them, and reads nothing beyond. */
function walk(now: Date, filter: Filter, meant: readonly Meant[], limit: number): RawBuilder<unknown> {
  return sql`
    select best.number, max(best.score * meant.factor) as score
    from unnest(${idsOf(meant)}, ${meant.map(({ factor }) => factor)}::real[]) meant (id, factor),
      lateral (
        select posting.number, posting.score from catalogue.posting posting where posting.word_id = meant.id and ${passes(now, filter)}
        order by posting.score desc, posting.number desc limit ${limit}
      ) best
    group by best.number
    order by max(best.score * meant.factor) desc, best.number desc
    limit ${limit}`
}

/** Selects how well an asset matches a typed word: the score of its best matching word, or null. */
const fitOf = (meant: readonly Meant[]): RawBuilder<number | null> => {
  const factors = meant.map(({ id, factor }) => sql`when ${sql.lit(id)} then ${sql.lit(factor)}`)
  return meant.length === 0 ? sql`null` : sql<number | null>`max(posting.score * case posting.word_id ${sql.join(factors, sql` `)} end)`
}

/** Scores each of `found` (number, near) by all typed words, and leaves out assets that do not match every word. */
function fitting(found: RawBuilder<unknown>, wanted: Wanted): RawBuilder<unknown> {
  const fits = wanted.map((meant, place) => sql`${fitOf(meant)} as ${sql.ref(`fit_${place}`)}`)
  const places = wanted.map((_, place) => sql.ref(`fit.fit_${place}`))
  return sql`
    select found.number, found.near, ${sql.join(places, sql` + `)} as score
    from (${found}) found, lateral (
      select ${sql.join(fits)} from catalogue.posting posting
      where posting.number = found.number and posting.word_id = any (${idsOf(wanted.flat())})
    ) fit
    where ${sql.join(
      places.map((place) => sql`${place} is not null`),
      sql` and `
    )}`
}

const orderBySort = (sort: Exclude<Sort, 'best'>): RawBuilder<unknown> =>
  orderOf(PUBLIC_ORDERS[sort].ordering, PUBLIC_ORDERS[sort].direction)

type SortedSlice = Slice & { sort: Exclude<Sort, 'best'> }

/** Returns a page in an order other than 'best', by reading and sorting every match. */
export async function findSorted(
  db: Db,
  now: Date,
  filter: Filter,
  wanted: Wanted,
  { offset, limit, sort }: SortedSlice
): Promise<ShownRow[]> {
  const chosen: ChosenAssets = sql`
    with matching as materialized (${matching(now, filter, wanted)})
    select asset.id, row_number() over (order by ${orderBySort(sort)}) as place
    from matching join catalogue.asset asset on asset.number = matching.number where ${isPublic(now, filter)}
    order by ${orderBySort(sort)} limit ${limit} offset ${offset}`
  return findChosen(db, chosen)
}

/** Returns the same page from the first `passed` assets of that order; fewer rows if the matches are further on. */
export async function findAlong(
  db: Db,
  now: Date,
  filter: Filter,
  wanted: Wanted,
  { offset, limit, sort, passed }: SortedSlice & { passed: number }
): Promise<ShownRow[]> {
  // The inner limits keep the planner from turning the lookups, one per asset, into a join.
  const met = wanted.map(
    (meant, place) =>
      sql`cross join lateral (select from catalogue.posting posting where posting.number = asset.number and posting.word_id = any (${idsOf(meant)}) limit 1) ${sql.ref(`met_${place}`)}`
  )
  const chosen: ChosenAssets = sql`
    select id, row_number() over (order by near) as place
    from (
      select asset.id, asset.number, row_number() over (order by ${orderBySort(sort)}) as near
      from catalogue.asset asset where ${isPublic(now, filter)} order by ${orderBySort(sort)} limit ${passed}
    ) asset ${sql.join(met, sql` `)}
    order by near limit ${limit} offset ${offset}`
  return findChosen(db, chosen)
}

/** Reads the assets selected by `best` (number, place). */
const findByNumber = (db: Db, best: RawBuilder<unknown>): Promise<ShownRow[]> =>
  findChosen(db, sql`select asset.id, best.place from (${best}) best join catalogue.asset asset on asset.number = best.number`)

/** Returns a page of a search for one word, whose postings are already in order. */
export async function findBest(db: Db, now: Date, filter: Filter, meant: readonly Meant[], { offset, limit }: Slice): Promise<ShownRow[]> {
  return findByNumber(
    db,
    sql`select number, row_number() over (order by score desc, number desc) as place
    from (${walk(now, filter, meant, offset + limit)}) walked order by place limit ${limit} offset ${offset}`
  )
}

/** Returns a page of a search for several words, from the best `walked` assets of the rarest word. */
export async function findTogether(
  db: Db,
  now: Date,
  filter: Filter,
  wanted: Wanted,
  { offset, limit, walked }: Slice & { walked: number }
): Promise<ShownRow[]> {
  const [rarest = []] = byRarity(wanted)
  const near = sql`select number, row_number() over (order by score desc, number desc) as near from (${walk(now, filter, rarest, walked)}) walked`
  return findByNumber(db, ranked(fitting(near, wanted), { offset, limit }))
}

/**
 * Returns the same page from every match. The first `RANKED` assets of the rarest word are ranked by all words there, too, and the others
 * follow, so that it makes no difference which of the two finds a page.
 */
export async function findTogetherAnywhere(
  db: Db,
  now: Date,
  filter: Filter,
  wanted: Wanted,
  { offset, limit }: Slice
): Promise<ShownRow[]> {
  const [rarest = []] = byRarity(wanted)
  const near = sql`
    with matching as materialized (${matching(now, filter, wanted)})
    select number, row_number() over (order by score desc, number desc) + case when is_first then 0 else ${sql.lit(RANKED)} end as near
    from (
      select matching.number, scored.score, matching.number in (select number from (${walk(now, filter, rarest, RANKED)}) first) as is_first
      from matching, lateral (
        select max(posting.score * meant.factor) as score
        from unnest(${idsOf(rarest)}, ${rarest.map(({ factor }) => factor)}::real[]) meant (id, factor)
        join catalogue.posting posting on posting.word_id = meant.id and posting.number = matching.number
      ) scored
    ) scored
    order by score desc, number desc limit ${offset + limit + RANKED}`
  return findByNumber(db, ranked(fitting(near, wanted), { offset, limit }))
}

/** Ranks the few assets that match several words, best first. */
export async function rank(db: Db, numbers: readonly number[], wanted: Wanted): Promise<number[]> {
  const fits = fitting(sql`select number, 1 as near from unnest(${numbers}::int[]) number`, wanted)
  const { rows } = await sql<{ number: number }>`select number from (${fits}) fit order by score desc, number desc`.execute(db)
  return rows.map(({ number }) => number)
}

/** Returns the assets with these numbers, in this order. */
export async function findThese(db: Db, numbers: readonly number[]): Promise<ShownRow[]> {
  return findByNumber(db, sql`select number, place from unnest(${numbers}::int[]) with ordinality these (number, place)`)
}

type Known = { changes: number; cards: CardsJson }
type KnownVersions = { changes: number; versions: CardVersions }

/** Returns those of the assets that are on sale, in this order, and how often the assets on sale have changed. */
export async function findKnown(db: Db, ids: readonly string[]): Promise<{ changes: number; rows: ShownRow[] }> {
  if (areKnown(ids)) {
    versionsQuery ??= selectKnown(ids, cardVersionsOf, 'versions').compile(db)
    const [found] = (await db.executeQuery<KnownVersions>({ ...versionsQuery, parameters: [ids] })).rows
    return { changes: found?.changes ?? 0, rows: await readCards(db, found?.versions ?? null) }
  }
  cardsQuery ??= selectKnown(ids, cardsOf, 'cards').compile(db)
  const [found] = (await db.executeQuery<Known>({ ...cardsQuery, parameters: [ids] })).rows
  return { changes: found?.changes ?? 0, rows: keepCards(db, found?.cards ?? null) }
}

/** Compiled once: their only parameter is the list of ids. */
let versionsQuery: CompiledQuery<KnownVersions> | undefined
let cardsQuery: CompiledQuery<Known> | undefined

function selectKnown<Row>(ids: readonly string[], what: (rows: RawBuilder<unknown>) => RawBuilder<unknown>, name: string): RawBuilder<Row> {
  const selected = what(sql`
    from unnest(${ids}::uuid[]) with ordinality known (id, place) join catalogue.asset asset on asset.id = known.id and asset.status = 'approved' and asset.withheld_at is null
    join accounts."user" owner on owner.id = asset.owner_id order by known.place`)
  return sql<Row>`select (select coalesce(sum(changes), 0) from catalogue.category_count)::bigint as changes, ${selected} as ${sql.ref(name)}`
}

const ranked = (fits: RawBuilder<unknown>, { offset, limit }: Slice): RawBuilder<unknown> => sql`
  select number, row_number() over (order by near <= ${RANKED} desc, case when near <= ${RANKED} then score end desc, near, number desc) as place
  from (${fits}) fit order by place limit ${limit} offset ${offset}`
