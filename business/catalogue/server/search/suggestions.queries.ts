import { sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'
import '../tables.ts'

/** How many assets are read to find the most common titles with a prefix. */
const TITLES_READ = 300

/** Returns the lowercase titles of assets on sale with this prefix, most common first. */
export async function findTitles(db: Db, prefix: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title
    from (
      select lower(title) as title from catalogue.asset
      where status = 'approved' and withheld_at is null and lower(title) like ${`${escapeLike(prefix)}%`} limit ${sql.lit(TITLES_READ)}
    ) read
    group by title order by count(*) desc, length(title), title limit ${limit}`.execute(db)
  return rows.map(({ title }) => title)
}

/** Returns in how many titles of approved assets each of these words occurs, as last counted. Omits words that are in no title. */
export async function countTitles(db: Db, words: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; titles: number }>`
    select word, titles from catalogue.word where word = any (${words}::text[]) and not is_joined and titles > 0`.execute(db)
  return new Map(rows.map(({ word, titles }) => [word, titles]))
}

/** Returns how many approved assets contain each of these words, counted up to 100. */
export async function countHolding(db: Db, words: readonly string[]): Promise<{ word: string; assets: number }[]> {
  const { rows } = await sql<{ word: string; assets: number }>`
    select known.word, held.assets::int
    from catalogue.word known,
      lateral (select count(*) as assets from (select from catalogue.posting where word_id = known.id limit 100) counted) held
    where known.word = any (${words}::text[]) and held.assets > 0`.execute(db)
  return rows
}

/** Returns the lowercase tags of the best assets for these words, most frequent first. */
export async function findTagsBeside(db: Db, word_ids: readonly number[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select lower(tag) as tag
    from (
      select best.number from unnest(${word_ids}::int[]) given (id),
        lateral (select number from catalogue.posting where word_id = given.id order by score desc, number desc limit 24) best
    ) near
    join catalogue.asset asset on asset.number = near.number,
      unnest(asset.tags) tag
    group by lower(tag) order by count(*) desc, lower(tag) limit ${limit}`.execute(db)
  return rows.map(({ tag }) => tag)
}

/** Returns the newest asset on sale with each of these lowercase titles. */
export async function findTitled(db: Db, titles: readonly string[]): Promise<Map<string, string>> {
  if (titles.length === 0) return new Map()
  const { rows } = await sql<{ title: string; id: string }>`
    select given.title, best.id
    from unnest(${titles}::text[]) given (title),
      lateral (
        select id from catalogue.asset where status = 'approved' and withheld_at is null and lower(title) = given.title
        order by approved_at desc limit 1
      ) best`.execute(db)
  return new Map(rows.map(({ title, id }) => [title, id]))
}

/** Returns the best asset for each of these words. */
export async function findBestFor(db: Db, words: readonly string[]): Promise<Map<string, string>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; id: string }>`
    select known.word, asset.id
    from catalogue.word known,
      lateral (select number from catalogue.posting where word_id = known.id order by score desc, number desc limit 1) best
    join catalogue.asset asset on asset.number = best.number
    where known.word = any (${words}::text[])`.execute(db)
  return new Map(rows.map(({ word, id }) => [word, id]))
}
