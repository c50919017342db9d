import { sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

/** Only words of titles score this high. */
const TITLE_SCORE = 700

export type KnownWord = {
  id: number
  word: string
  /** Approved assets that contain it, as last counted. */
  assets: number
}

/**
 * How a word of the catalogue matches a typed word: exactly, in singular or plural, by its stem, or by a group of synonyms.
 * 'group' means that a group contains the typed word, whether or not an asset does.
 */
export type Form = { at: number; kind: 'written' | 'number' | 'stem' | 'meaning' | 'group' } & {
  [Field in keyof KnownWord]: KnownWord[Field] | null
}

/** Returns the words of the catalogue that are forms or synonyms of each text; `at` is the index of the text. */
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

/** The indexes order words by popularity within their first one, two or three letters. */
const INDEXED_LETTERS = 3

/** Returns words with this prefix, most popular first, without the prefix itself. */
export async function findCompletions(db: Db, prefix: string, limit: number): Promise<KnownWord[]> {
  const letters = [...prefix]
  const startsWith = (count: number) => sql`left(word, ${sql.lit(Math.min(letters.length, count))}) = ${letters.slice(0, count).join('')}`
  const { rows } = await sql<KnownWord>`
    select id, word, assets from catalogue.word
    where not is_joined and ${startsWith(INDEXED_LETTERS)} and ${startsWith(letters.length)} and word <> ${prefix}
    order by titles desc, assets desc limit ${limit}`.execute(db)
  return rows
}

/** Returns words that follow `first` in titles and start with `prefix`, most popular first: 'cart' for 'shopping c'. */
export async function findFollowers(db: Db, first: string, prefix: string, limit: number): Promise<string[]> {
  const letters = [...first].length
  const { rows } = await sql<{ follower: string }>`
    select substr(run.word, ${letters + 1}) as follower
    from catalogue.word run
    join catalogue.word follower on follower.word = substr(run.word, ${letters + 1}) and not follower.is_joined
    where run.word like ${`${escapeLike(first + prefix)}%`} and length(run.word) > ${letters} and run.assets > 0
    order by run.titles desc, run.assets desc limit ${limit}`.execute(db)
  return rows.map(({ follower }) => follower)
}

/** Returns words of similar length that share the most trigrams with a word. */
export async function findNearWords(db: Db, word: string, slack: number): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`
    select id, word, assets
    from (
      select id, word, assets from catalogue.word where not is_joined and word !~ '^[0-9]+$' order by word operator(public.<->) ${word} limit 300
    ) near
    where length(word) between ${word.length - slack} and ${word.length + slack}`.execute(db)
  return rows
}

/** Returns the ids of the words under which search finds this asset. */
export async function findWordsOf(db: Db, asset_id: string): Promise<number[]> {
  const { rows } = await sql<{ word_id: number }>`
    select posting.word_id from catalogue.posting posting
    join catalogue.asset asset on asset.number = posting.number where asset.id = ${asset_id}`.execute(db)
  return rows.map(({ word_id }) => word_id)
}

/** No longer suggests those of these words that no asset on sale contains, and suggests the others. Their exact counts follow when words are recounted. */
export async function updateHeld(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    with known as materialized (
      select id, assets, titles from catalogue.word where id = any (${ids}::int[]) order by id for no key update
    ),
    held as (
      select known.id,
        case when exists (select from catalogue.posting where word_id = known.id) then greatest(known.assets, 1) else 0 end as assets,
        case when exists (select from catalogue.posting where word_id = known.id and score >= ${sql.lit(TITLE_SCORE)})
          then greatest(known.titles, 1) else 0 end as titles
      from known
    )
    update catalogue.word word set assets = held.assets, titles = held.titles from held
    where word.id = held.id and (word.assets, word.titles) is distinct from (held.assets, held.titles)`.execute(tx)
}
