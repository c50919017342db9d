import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { SIMILAR_MAX } from '../../rules.ts'
import type { ChosenAssets, ShownRow } from '../asset-row.queries.ts'
import { findChosen } from '../card.queries.ts'

/** An asset is compared by its most distinctive words, with the best assets for each of them. */
const WORDS_COMPARED = 6
/** Words in fewer assets than about this many are equally distinctive. */
const RARE = 20
const EACH_MAX = 150
const COMPARED_MAX = 200
/** The score of the category's name; words of titles and tags score higher. */
const CATEGORY_SCORE = 300

/** Weights of the other criteria, relative to the best match by words (1). */
const CATEGORY_WORTH = 0.15
const COLORS_WORTH = 0.25
const HASH_WORTH = 0.4
/** Pictures whose hashes differ in this many of the 64 bits have nothing in common. */
const UNLIKE = 32

/** At most this many assets with the same title come before all others. */
const SAME_TITLE_MAX = 2

/** Returns the approved assets most similar to one, by common words (rare ones count more), category, color families and perceptual hash. */
export async function findSimilar(db: Db, id: string): Promise<ShownRow[]> {
  const chosen: ChosenAssets = sql`
    with one as (
      select asset.id, asset.number, asset.category, asset.colors, ${perceptualHash} as perceptual_hash from catalogue.asset asset where asset.id = ${id}
    ),
    held as (
      select posting.word_id, posting.score / ln(word.assets + ${sql.lit(RARE)}) as worth
      from one join catalogue.posting posting on posting.number = one.number join catalogue.word word on word.id = posting.word_id
      where posting.score > ${sql.lit(CATEGORY_SCORE)} and not word.is_joined and word.assets > 1 order by worth desc limit ${sql.lit(WORDS_COMPARED)}
    ),
    near as (
      select best.number, sum(best.score * held.worth) / max(sum(best.score * held.worth)) over () as words
      from held, lateral (
        select posting.number, posting.score from catalogue.posting posting where posting.word_id = held.word_id
        order by posting.score desc, posting.number desc limit ${sql.lit(EACH_MAX)}
      ) best
      group by best.number order by words desc, best.number desc limit ${sql.lit(COMPARED_MAX)}
    ),
    compared as (
      select asset.id, asset.number, lower(asset.title) as title, near.words
        + case when asset.category = one.category then ${sql.lit(CATEGORY_WORTH)} else 0 end
        + ${sql.lit(COLORS_WORTH)} * ${colorsInCommon}
        + ${sql.lit(HASH_WORTH)} * coalesce(greatest(0, 1 - bit_count((one.perceptual_hash # ${perceptualHash})::bit(64)) / ${sql.lit(UNLIKE)}::real), 0) as worth
      from near join catalogue.asset asset on asset.number = near.number cross join one
      where asset.id <> one.id and asset.status = 'approved' and asset.withheld_at is null
    ),
    ranked as (
      select id, number, worth, row_number() over (partition by title order by worth desc, number desc) > ${sql.lit(SAME_TITLE_MAX)} as is_repeated
      from compared
    )
    select id, row_number() over (order by is_repeated, worth desc, number desc) as place from ranked order by place limit ${sql.lit(SIMILAR_MAX)}`
  return findChosen(db, chosen)
}

/** The hash of the asset's first picture. */
const perceptualHash = sql`(
  select file.perceptual_hash from catalogue.asset_file file
  where file.asset_id = asset.id and file.is_published and file.perceptual_hash is not null order by file.created_at, file.id limit 1)`

/** Computes the share of common colors, from 0 to 1. */
const colorsInCommon = sql`(
  select count(*)::real / greatest(cardinality(one.colors), cardinality(asset.colors), 1)
  from unnest(one.colors) color where color = any (asset.colors))`
