import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { SIMILAR_MOST } from '../rules.ts'
import { type CardRow, cardsOf } from './queries.ts'

/** An asset is compared by so many of its words, the most telling of them, with so many assets that hold each best. */
const WORDS_COMPARED = 6
/** Words of about so few assets tell no more than each other. */
const RARE = 20
const EACH_MOST = 150
const COMPARED_MOST = 200
/** Of the category's own word; words of titles and tags score higher. */
const CATEGORY_SCORE = 300

/** What counts beside the words, whose best match is 1. */
const CATEGORY_WORTH = 0.15
const COLORS_WORTH = 0.25
const LOOK_WORTH = 0.4
/** Pictures that differ in so many of the 64 bits have nothing in common. */
const UNLIKE = 32

/** So many of one title: further ones stand behind all others. */
const SAME_TITLE_MOST = 2

/** The approved assets most like one: by words in common, the rarer the more, then category, families of colour and looks. */
export async function findSimilar(db: Db, id: string): Promise<CardRow[]> {
  const chosen = sql`
    with one as (
      select asset.id, asset.number, asset.category, asset.colors, ${pictureHash} as picture_hash from catalogue.asset asset where asset.id = ${id}
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
        order by posting.score desc, posting.number desc limit ${sql.lit(EACH_MOST)}
      ) best
      group by best.number order by words desc, best.number desc limit ${sql.lit(COMPARED_MOST)}
    ),
    compared as (
      select asset.id, asset.number, lower(asset.title) as title, near.words
        + case when asset.category = one.category then ${sql.lit(CATEGORY_WORTH)} else 0 end
        + ${sql.lit(COLORS_WORTH)} * ${colorsInCommon}
        + ${sql.lit(LOOK_WORTH)} * coalesce(greatest(0, 1 - bit_count((one.picture_hash # ${pictureHash})::bit(64)) / ${sql.lit(UNLIKE)}::real), 0) as worth
      from near join catalogue.asset asset on asset.number = near.number cross join one
      where asset.id <> one.id and asset.status = 'approved'
    ),
    ranked as (
      select id, number, worth, row_number() over (partition by title order by worth desc, number desc) > ${sql.lit(SAME_TITLE_MOST)} as is_repeated
      from compared
    )
    select id, row_number() over (order by is_repeated, worth desc, number desc) as place from ranked order by place limit ${sql.lit(SIMILAR_MOST)}`
  return (await cardsOf(chosen).execute(db)).rows
}

/** Of the asset's first picture. */
const pictureHash = sql`(
  select file.picture_hash from catalogue.asset_file file
  where file.asset_id = asset.id and file.picture_hash is not null order by file.created_at, file.id limit 1)`

/** From 0 to 1. */
const colorsInCommon = sql`(
  select count(*)::real / greatest(cardinality(one.colors), cardinality(asset.colors), 1)
  from unnest(one.colors) color where color = any (asset.colors))`
