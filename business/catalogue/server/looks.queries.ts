import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Color } from '../rules.ts'
import './tables.ts'

/** Pictures that were looked at in an older way than this one, or never. */
export async function findUndescribed(db: Db, describing: number, limit: number) {
  return db
    .selectFrom('catalogue.asset_file')
    .select(['id', 'asset_id', 'format', 'original_key', 'picture'])
    .where('described', '<', describing)
    .where('status', '=', 'ready')
    .where('picture', '<>', 'none')
    .orderBy('described')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type LookedAt = {
  id: string
  described: number
  /** Nothing where it could not be drawn: what was known of it stays. */
  looks?: { dominant_color: string; colors: readonly Color[]; blur: string; picture_hash: bigint | null } | undefined
}

export async function updateLooks(tx: Tx, files: readonly LookedAt[]): Promise<void> {
  const rows = files.map(({ looks, ...file }) => ({ ...file, ...looks, picture_hash: looks?.picture_hash?.toString() }))
  await sql`
    update catalogue.asset_file file set
      described = looked.described,
      dominant_color = coalesce(looked.dominant_color, file.dominant_color),
      colors = coalesce(looked.colors, file.colors),
      blur = coalesce(looked.blur, file.blur),
      picture_hash = looked.picture_hash
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      looked (id uuid, described smallint, dominant_color text, colors text[], blur text, picture_hash bigint)
    where file.id = looked.id`.execute(tx)
}

/** The colours of an asset are those of its first picture; until one was looked at, those that were told stay. */
export async function updateColorsOf(db: Db, asset_ids: readonly string[]): Promise<void> {
  await sql`
    update catalogue.asset asset set colors = first.colors
    from (
      select distinct on (asset_id) asset_id, colors from catalogue.asset_file
      where asset_id = any (${asset_ids}::uuid[]) and status = 'ready' and cardinality(colors) > 0
      order by asset_id, created_at, id
    ) first
    where asset.id = first.asset_id and asset.colors is distinct from first.colors`.execute(db)
}

/** Bits of 64 in which the hashes of near pictures differ at most. */
const BITS_MOST = 6
/** Of the bits that either of two near hashes has set, at most one in so many differs: simple drawings have few set, and six of ten is another drawing. */
const ONE_IN = 5
/** How much wider, for its height, a near picture may be. */
const SHAPE_MOST = 1.15

/** A hash in four parts of 16 bits, each with an index of its own (0055_looks.sql). */
const PLACES = [0, 1, 2, 3]
const PART_BITS = 16
type Hash = RawBuilder<unknown>
const partOf = (hash: Hash, place: number) => sql`(${hash}${place === 0 ? sql`` : sql` >> ${sql.lit(PART_BITS * place)}`} & 65535)::integer`
const onesIn = (hash: Hash) => sql`bit_count(${hash}::bit(64))::integer`

/** A part as it is, and with each of its bits turned. */
const withOneTurned = (part: RawBuilder<unknown>) =>
  sql`array[${sql.join([part, ...Array.from({ length: PART_BITS }, (_, bit) => sql`${part} # ${sql.lit(1 << bit)}`)])}]`

/**
 * Pictures whose part at this place is that of `mine`, and which are near. What differs in `mine.most` bits differs in none in one of `mine.most` + 1 parts,
 * or where there are no more parts, in at most one in one of the first of them. All that is compared stands in the index.
 */
const sharing = (place: number) => sql`
  select other.asset_id, other.picture_hash, other.width, other.height
  from catalogue.asset_file other
  where other.picture_hash is not null
    and ${partOf(sql`other.picture_hash`, place)} = any (case
      when mine.most >= ${sql.lit(PLACES.length + place)} then ${withOneTurned(partOf(sql`mine.picture_hash`, place))}
      when mine.most >= ${sql.lit(place)} then array[${partOf(sql`mine.picture_hash`, place)}]
    end)
    and ${onesIn(sql`other.picture_hash`)} between mine.ones - mine.most and mine.ones + mine.most
    and bit_count((other.picture_hash # mine.picture_hash)::bit(64))
      <= least(${sql.lit(BITS_MOST)}, bit_count((other.picture_hash | mine.picture_hash)::bit(64)) / ${sql.lit(ONE_IN)})`

/** Of pending assets, which are all that somebody has to judge; rejected ones are not named. Hashes with few bits set may differ in fewer. */
export const nearDuplicates = (asset_ids: readonly string[], most: number) => sql<{ asset_id: string; near_id: string }>`
  select mine.asset_id, near.asset_id as near_id
  from (
    select file.asset_id, file.picture_hash, file.width::real / file.height as shape, ${onesIn(sql`file.picture_hash`)} as ones,
      least(${sql.lit(BITS_MOST)}, ${onesIn(sql`file.picture_hash`)} / ${sql.lit(ONE_IN - 1)}) as most
    from catalogue.asset_file file join catalogue.asset undecided on undecided.id = file.asset_id and undecided.status = 'pending'
    where file.asset_id = any (${asset_ids}::uuid[]) and file.picture_hash is not null and file.width is not null and file.height is not null
  ) mine
  cross join lateral (
    select other.asset_id, bit_count((other.picture_hash # mine.picture_hash)::bit(64)) as bits
    from (${sql.join(PLACES.map(sharing), sql` union `)}) other
    join catalogue.asset asset on asset.id = other.asset_id and asset.status <> 'rejected'
    where other.asset_id <> mine.asset_id
      and other.width::real / other.height between mine.shape / ${sql.lit(SHAPE_MOST)} and mine.shape * ${sql.lit(SHAPE_MOST)}
    order by bits, other.asset_id
    limit ${most}
  ) near
  order by mine.asset_id, near.bits, near.asset_id`

/** For each of these assets that is pending the others that look nearly the same: at most so many for each of its pictures, nearest first. */
export async function findNearDuplicates(db: Db, asset_ids: readonly string[], most: number) {
  const { rows } = await nearDuplicates(asset_ids, most).execute(db)
  return rows
}
