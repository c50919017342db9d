import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { type FreeFilter, SOURCES_OF } from '../rules.ts'
import { freeIs } from './columns.queries.ts'
import type { Meant } from './meanings.ts'
import { type CardRow, cardsOf, type Filter, type Slice, shown } from './queries.ts'
import { orderBy, type SORTED } from './sorted.queries.ts'
import './tables.ts'

/** For each word typed, the words of the catalogue that count for it. An asset is found when each of the words typed is met. */
export type Wanted = readonly (readonly Meant[])[]

const idsOf = (meant: readonly Meant[]): RawBuilder<number[]> => sql`${meant.map(({ id }) => id)}::int[]`

/** What the filters ask, of a posting alone; only what is free now needs the asset's window. */
function passes(now: Date, { category, free, color, format }: Filter): RawBuilder<boolean> {
  const conditions = [
    ...(category ? [sql<boolean>`(posting.traits & catalogue.traits(${category}, '{}', '{}', false)) <> 0`] : []),
    ...(color ? [sql<boolean>`(posting.traits & catalogue.traits(null, '{}', array[${color}::text], false)) <> 0`] : []),
    ...(format ? [sql<boolean>`(posting.traits & catalogue.traits(null, ${SOURCES_OF[format]}::text[], '{}', false)) <> 0`] : []),
    ...(free ? [freePasses(now, free)] : [])
  ]
  return conditions.length === 0 ? sql`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Only those that may be free are looked up, one by one: an EXISTS would be answered by reading all that is free. */
function freePasses(now: Date, free: FreeFilter): RawBuilder<boolean> {
  const mayBeFree = sql`posting.traits & catalogue.traits(null, '{}', '{}', true)`
  const window = sql`coalesce((select true from catalogue.asset asset where asset.number = posting.number and ${freeIs(free, now)}), false)`
  return free === 'not-free' ? sql`(${mayBeFree} = 0 or ${window})` : sql`case when ${mayBeFree} <> 0 then ${window} else false end`
}

/** Rarest first: how far the others are read hangs on it. */
const byRarity = (wanted: Wanted): Wanted => wanted.toSorted((one, other) => sumOf(one) - sumOf(other))
const sumOf = (meant: readonly Meant[]): number => meant.reduce((sum, { assets }) => sum + assets, 0)

/** Numbers of the assets that hold a form of every word typed. */
function matching(now: Date, filter: Filter, wanted: Wanted): RawBuilder<unknown> {
  const [rarest = [], ...others] = byRarity(wanted)
  const met = others.map(
    (meant) =>
      sql`and exists (select from catalogue.posting other where other.number = posting.number and other.word_id = any (${idsOf(meant)}))`
  )
  // An asset holds a word once.
  return sql`
    select ${rarest.length > 1 ? sql`distinct` : sql``} posting.number from catalogue.posting posting
    where posting.word_id = any (${idsOf(rarest)}) and ${passes(now, filter)} ${sql.join(met, sql` `)}`
}

/** Ranked by all words typed; matches further down the rarest word's list follow in its order. */
export const RANKED = 300

/** How many there are; of few, which, and of several words typed the best first. */
export type Matches = { total: number; numbers: number[] | null }

export async function findMatching(db: Db, now: Date, filter: Filter, wanted: Wanted): Promise<Matches> {
  const { rows } = await sql<Matches>`
    with matching as materialized (${matching(now, filter, wanted)})
    select (select count(*) from matching) as total,
      (select array_agg(number) from (select number from matching limit ${sql.lit(RANKED + 1)}) few having count(*) <= ${sql.lit(RANKED)}) as numbers`.execute(
    db
  )
  return rows[0]!
}

/** The best `most` assets of each word, then of all of them: nothing further is read. */
function walk(now: Date, filter: Filter, meant: readonly Meant[], most: number): RawBuilder<unknown> {
  return sql`
    select best.number, max(best.score * meant.factor) as score
    from unnest(${idsOf(meant)}, ${meant.map(({ factor }) => factor)}::real[]) meant (id, factor),
      lateral (
        select posting.number, posting.score from catalogue.posting posting where posting.word_id = meant.id and ${passes(now, filter)}
        order by posting.score desc, posting.number desc limit ${most}
      ) best
    group by best.number
    order by max(best.score * meant.factor) desc, best.number desc
    limit ${most}`
}

/** How well an asset fits one of the words typed: as well as the best of what counts for it. Nothing where it does not. */
const fitOf = (meant: readonly Meant[]): RawBuilder<number | null> => {
  const factors = meant.map(({ id, factor }) => sql`when ${sql.lit(id)} then ${sql.lit(factor)}`)
  return meant.length === 0 ? sql`null` : sql<number | null>`max(posting.score * case posting.word_id ${sql.join(factors, sql` `)} end)`
}

/** Each of `found` (number, near) with how well it fits all words typed; those that miss one are left out. */
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

type SortedSlice = Slice & { sort: keyof typeof SORTED }

/** In another order than the best first: every match is looked up and sorted. */
export async function findSorted(
  db: Db,
  now: Date,
  filter: Filter,
  wanted: Wanted,
  { offset, limit, sort }: SortedSlice
): Promise<CardRow[]> {
  const chosen = sql`
    with matching as materialized (${matching(now, filter, wanted)})
    select asset.id, row_number() over (order by ${orderBy(sort)}) as place
    from matching join catalogue.asset asset on asset.number = matching.number where ${shown(now, filter)}
    order by ${orderBy(sort)} limit ${limit} offset ${offset}`
  return (await cardsOf(chosen).execute(db)).rows
}

/** The same from the first `passed` assets of that order; fewer than asked for where the matches lie further on. */
export async function findAlong(
  db: Db,
  now: Date,
  filter: Filter,
  wanted: Wanted,
  { offset, limit, sort, passed }: SortedSlice & { passed: number }
): Promise<CardRow[]> {
  // The inner limits keep each look-up where it is written: for one asset after the other.
  const met = wanted.map(
    (meant, place) =>
      sql`cross join lateral (select from catalogue.posting posting where posting.number = asset.number and posting.word_id = any (${idsOf(meant)}) limit 1) ${sql.ref(`met_${place}`)}`
  )
  const chosen = sql`
    select id, row_number() over (order by near) as place
    from (
      select asset.id, asset.number, row_number() over (order by ${orderBy(sort)}) as near
      from catalogue.asset asset where ${shown(now, filter)} order by ${orderBy(sort)} limit ${passed}
    ) asset ${sql.join(met, sql` `)}
    order by near limit ${limit} offset ${offset}`
  return (await cardsOf(chosen).execute(db)).rows
}

const cards = async (db: Db, best: RawBuilder<unknown>): Promise<CardRow[]> =>
  (await cardsOf(sql`select asset.id, best.place from (${best}) best join catalogue.asset asset on asset.number = best.number`).execute(db))
    .rows

/** One word typed: its postings stand in order already. */
export async function findBest(db: Db, now: Date, filter: Filter, meant: readonly Meant[], { offset, limit }: Slice): Promise<CardRow[]> {
  return cards(
    db,
    sql`select number, row_number() over (order by score desc, number desc) as place
    from (${walk(now, filter, meant, offset + limit)}) walked order by place limit ${limit} offset ${offset}`
  )
}

/** Several words typed: the best `walked` of the rarest one, as far as they meet the others. */
export async function findTogether(
  db: Db,
  now: Date,
  filter: Filter,
  wanted: Wanted,
  { offset, limit, walked }: Slice & { walked: number }
): Promise<CardRow[]> {
  const [rarest = []] = byRarity(wanted)
  const near = sql`select number, row_number() over (order by score desc, number desc) as near from (${walk(now, filter, rarest, walked)}) walked`
  return cards(db, ranked(fitting(near, wanted), { offset, limit }))
}

/** Several words typed that few assets hold together: all of these, the best first. */
export async function rank(db: Db, numbers: readonly number[], wanted: Wanted): Promise<number[]> {
  const fits = fitting(sql`select number, 1 as near from unnest(${numbers}::int[]) number`, wanted)
  const { rows } = await sql<{ number: number }>`select number from (${fits}) fit order by score desc, number desc`.execute(db)
  return rows.map(({ number }) => number)
}

/** These, in their order. */
export async function findThese(db: Db, numbers: readonly number[]): Promise<CardRow[]> {
  return cards(db, sql`select number, place from unnest(${numbers}::int[]) with ordinality these (number, place)`)
}

const ranked = (fits: RawBuilder<unknown>, { offset, limit }: Slice): RawBuilder<unknown> => sql`
  select number, row_number() over (order by near <= ${RANKED} desc, case when near <= ${RANKED} then score end desc, near, number desc) as place
  from (${fits}) fit order by place limit ${limit} offset ${offset}`
