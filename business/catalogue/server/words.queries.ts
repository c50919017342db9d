import { sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'
import './tables.ts'

export type KnownWord = {
  id: number
  word: string
  /** Approved assets that hold it, as last counted. */
  assets: number
}

/**
 * How a word of the catalogue meets the one typed: the same word, the same but for its number, by its stem, by a group of synonyms.
 * 'group' says that a group names the word typed, whether or not an asset holds it.
 */
export type Form = { at: number; kind: 'written' | 'number' | 'stem' | 'meaning' | 'group' } & {
  [Field in keyof KnownWord]: KnownWord[Field] | null
}

/** Of each text, by its place: the words of the catalogue that are forms of it or mean it. */
export async function findForms(db: Db, texts: readonly string[]): Promise<Form[]> {
  const { rows } = await sql<Form>`
    with typed as (
      select given.at - 1 as at, folded.word, catalogue.singular(folded.word) as singular, catalogue.stem(folded.word) as stem
      from unnest(${texts}::text[]) with ordinality given (text, at),
        lateral (select array_to_string(catalogue.words_in(given.text), '') as word) folded
    ),
    meaning as (
      select distinct typed.at, typed.singular, key
      from typed
      join catalogue.synonym synonym on synonym.keys @> array[typed.singular] and (not synonym.one_way or synonym.keys[1] = typed.singular),
        unnest(synonym.keys) key
    )
    select typed.at::int, known.id, known.word, known.assets, case when known.word = typed.word then 'written' else 'number' end as kind
    from typed join catalogue.word known on known.singular = typed.singular
    union all
    select typed.at::int, known.id, known.word, known.assets, 'stem'
    from typed join catalogue.word known on known.stem = typed.stem and known.singular <> typed.singular and not known.is_joined
    union all
    select meaning.at::int, known.id, known.word, known.assets, 'meaning'
    from meaning join catalogue.word known on known.singular = meaning.key where meaning.key <> meaning.singular
    union all
    select meaning.at::int, null, null, null, 'group' from meaning where meaning.key = meaning.singular`.execute(db)
  return rows
}

/** Words stand by their popularity under so many of their first letters. */
const INDEXED_LETTERS = 3

/** Words that begin so, the most popular first; the whole word itself is not among them. */
export async function findBeginnings(db: Db, beginning: string, most: number): Promise<KnownWord[]> {
  const letters = [...beginning]
  const begins = (most: number) => sql`left(word, ${sql.lit(Math.min(letters.length, most))}) = ${letters.slice(0, most).join('')}`
  const { rows } = await sql<KnownWord>`
    select id, word, assets from catalogue.word
    where not is_joined and ${begins(INDEXED_LETTERS)} and ${begins(letters.length)} and word <> ${beginning}
    order by titles desc, assets desc limit ${most}`.execute(db)
  return rows
}

/** Words that follow the first of two neighbours and begin with the second, the most popular first: 'cart' after 'shopping' for 'c'. Of longer names known as one word the rest is no word. */
export async function findFollowers(db: Db, first: string, beginning: string, most: number): Promise<string[]> {
  const letters = [...first].length
  const { rows } = await sql<{ follower: string }>`
    select substr(run.word, ${letters + 1}) as follower
    from catalogue.word run
    join catalogue.word follower on follower.word = substr(run.word, ${letters + 1}) and not follower.is_joined
    where run.word like ${`${escapeLike(first + beginning)}%`} and length(run.word) > ${letters}
    order by run.titles desc, run.assets desc limit ${most}`.execute(db)
  return rows.map(({ follower }) => follower)
}

/** Words that share most letter triples with a word, of about its length. */
export async function findNearWords(db: Db, word: string, slack: number): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`
    select id, word, assets
    from (
      select id, word, assets from catalogue.word where not is_joined and word !~ '^[0-9]+$' order by word operator(public.<->) ${word} limit 300
    ) near
    where length(word) between ${word.length - slack} and ${word.length + slack}`.execute(db)
  return rows
}
