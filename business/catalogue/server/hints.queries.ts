import { sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'
import './tables.ts'

/** So many assets are read for the titles that begin alike: enough to tell the usual ones. */
const TITLES_READ = 300

/** Titles of approved assets that begin so, lower-cased, those that most assets have first. */
export async function findTitles(db: Db, beginning: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title
    from (
      select lower(title) as title from catalogue.asset
      where status = 'approved' and lower(title) like ${`${escapeLike(beginning)}%`} limit ${sql.lit(TITLES_READ)}
    ) read
    group by title order by count(*) desc, length(title), title limit ${most}`.execute(db)
  return rows.map(({ title }) => title)
}

/** In how many titles of approved assets each of these words is, as last counted; one that is in none is not named. */
export async function countTitles(db: Db, words: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; titles: number }>`
    select word, titles from catalogue.word where word = any (${words}::text[]) and not is_joined and titles > 0`.execute(db)
  return new Map(rows.map(({ word, titles }) => [word, titles]))
}

/** Of these words, how many approved assets hold each, counted to a hundred. */
export async function countHolding(db: Db, words: readonly string[]): Promise<{ word: string; assets: number }[]> {
  const { rows } = await sql<{ word: string; assets: number }>`
    select known.word, held.assets::int
    from catalogue.word known,
      lateral (select count(*) as assets from (select from catalogue.posting where word_id = known.id limit 100) counted) held
    where known.word = any (${words}::text[]) and held.assets > 0`.execute(db)
  return rows
}

/** What the best assets for these words are tagged with beside them, the most frequent first. */
export async function findTagsBeside(db: Db, word_ids: readonly number[], most: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag
    from (
      select best.number from unnest(${word_ids}::int[]) given (id),
        lateral (select number from catalogue.posting where word_id = given.id order by score desc, number desc limit 24) best
    ) near
    join catalogue.asset asset on asset.number = near.number,
      unnest(asset.tags) tag
    group by tag order by count(*) desc, tag limit ${most}`.execute(db)
  return rows.map(({ tag }) => tag)
}
