import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { type CardRow, cardsOf, countShown, type Filter, type Slice, shown } from './queries.ts'

/** Each place holds the words that count there: the one typed, then those it may have meant. All places must match; the last one by its beginning. */
export type Wanted = readonly (readonly string[])[]

/** Ranked by how well they match; older matches than these follow by age, so that a word in half the catalogue costs no more than a rare one. */
const RANKED = 2000

/** A word as written or by its stem. Words hold letters and digits only (searchWords), so nothing in them is an operator. */
const either = (word: string): RawBuilder<string> =>
  sql`(to_tsquery('catalogue.written', ${word}) || to_tsquery('catalogue.stemmed', ${word}))`

const anyOf = (words: readonly string[]): RawBuilder<string> => sql`(${sql.join(words.map(either), sql` || `)})`

const allOf = (places: readonly (readonly string[])[]): RawBuilder<string> => sql`(${sql.join(places.map(anyOf), sql` && `)})`

const withBeginnings = (wanted: Wanted): Wanted => {
  const last = wanted.length - 1
  return wanted.map((words, place) => (place === last ? words.map((word, index) => (index === 0 ? `${word}:*` : word)) : words))
}

const matches = (wanted: Wanted): RawBuilder<boolean> => sql<boolean>`asset.search @@ ${allOf(withBeginnings(wanted))}`

export async function countMatches(db: Db, now: Date, filter: Filter, wanted: Wanted): Promise<number> {
  return countShown(db, now, filter, matches(wanted))
}

/** Best match first: the very title, then whole words before beginnings, what was typed before what may have been meant, titles before tags. */
export async function findMatches(db: Db, now: Date, filter: Filter, wanted: Wanted, { offset, limit }: Slice): Promise<CardRow[]> {
  const typed = wanted.map(([word = '']) => [word])
  const score = sql`
    (lower(title) = ${typed.flat().join(' ')})::int
    + ts_rank(search, ${allOf(typed)}, 1)
    + ts_rank(search, ${allOf(withBeginnings(typed))}, 1)
    + ts_rank(search, ${allOf(withBeginnings(wanted))}, 1) / 4`
  const chosen = sql`
    select id, row_number() over (order by ranked desc, score desc, age) as place
    from (
      select id, age, age <= ${sql.lit(RANKED)} as ranked, case when age <= ${sql.lit(RANKED)} then ${score} end as score
      from (
        select asset.id, asset.title, asset.search, row_number() over (order by asset.approved_at desc, asset.id desc) as age
        from catalogue.asset asset where ${shown(now, filter)} and ${matches(wanted)}
        order by asset.approved_at desc, asset.id desc limit ${Math.max(RANKED, offset + limit)}
      ) candidate
    ) scored
    order by place limit ${limit} offset ${offset}`
  return (await cardsOf(chosen).execute(db)).rows
}

/** Words of the catalogue that share most letter triples with a word, of about its length. */
export async function findNearWords(db: Db, word: string, slack: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word
    from (select word from catalogue.word order by word operator(public.<->) ${word} limit 300) near
    where length(word) between ${word.length - slack} and ${word.length + slack}`.execute(db)
  return rows.map((row) => row.word)
}
