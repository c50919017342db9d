import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { updatePrints } from '../picture-search/picture-search.queries.ts'
import type { ImageAnalysis } from './analyze-picture.ts'
import '../tables.ts'

/** Returns files with a picture that was analyzed with an older version, or never. */
export async function findUnanalyzed(db: Db, analysis_version: number, limit: number) {
  return db
    .selectFrom('catalogue.asset_file')
    .select(['id', 'asset_id', 'format', 'original_key', 'picture'])
    .where('analysis_version', '<', analysis_version)
    .where('status', '=', 'ready')
    .where('picture', '<>', 'none')
    .orderBy('analysis_version')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type AnalyzedFile = {
  id: string
  analysis_version: number
  /** Missing if the picture could not be drawn; the earlier analysis then stays, except for the hash and the print. */
  analysis?: ImageAnalysis | undefined
}

/** Stores the analysis of many files, and their prints. */
export async function updateImageAnalysis(tx: Tx, files: readonly AnalyzedFile[]): Promise<void> {
  const rows = files.map(({ analysis: { print: _print, perceptual_hash, ...analysis } = {}, ...file }) => ({
    ...{ ...file, ...analysis },
    perceptual_hash: perceptual_hash?.toString()
  }))
  await sql`
    update catalogue.asset_file file set
      analysis_version = analyzed.analysis_version,
      dominant_color = coalesce(analyzed.dominant_color, file.dominant_color),
      colors = coalesce(analyzed.colors, file.colors),
      picture_colors = coalesce(analyzed.picture_colors, file.picture_colors),
      blur = coalesce(analyzed.blur, file.blur),
      perceptual_hash = analyzed.perceptual_hash
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      analyzed (id uuid, analysis_version smallint, dominant_color text, colors text[], picture_colors text[], blur text, perceptual_hash bigint)
    where file.id = analyzed.id`.execute(tx)
  await updatePrints(
    tx,
    files.map(({ id, analysis }) => ({ file_id: id, print: analysis?.print ?? null }))
  )
}

/** Gives each asset the colors of its first analyzed picture. Until there is one, it keeps the colors it has. */
export async function updateColorsOf(db: Db, asset_ids: readonly string[]): Promise<void> {
  await sql`
    update catalogue.asset asset set colors = first.colors
    from (
      select distinct on (file.asset_id) file.asset_id, file.colors
      from catalogue.asset_file file join catalogue.asset owning on owning.id = file.asset_id
      where file.asset_id = any (${asset_ids}::uuid[]) and file.status = 'ready' and cardinality(file.colors) > 0
        and (file.is_published or owning.status <> 'approved')
      order by file.asset_id, file.created_at, file.id
    ) first
    where asset.id = first.asset_id and asset.colors is distinct from first.colors`.execute(db)
}

/** The hashes of near duplicates differ in at most this many of their 64 bits. */
const BITS_MAX = 6
/** Of the bits set in either hash, at most one in this many may differ, because the hashes of simple drawings have few bits set. */
const ONE_IN = 5
/** How much the aspect ratios of near duplicates may differ. */
const SHAPE_MAX = 1.15

/** A hash has four parts of 16 bits, each with an index (0055_looks.sql). */
const PARTS = [0, 1, 2, 3]
const PART_BITS = 16
type Hash = RawBuilder<unknown>
const partOf = (hash: Hash, part: number) => sql`(${hash}${part === 0 ? sql`` : sql` >> ${sql.lit(PART_BITS * part)}`} & 65535)::integer`
const bitsSet = (hash: Hash) => sql`bit_count(${hash}::bit(64))::integer`

/** Returns the part itself and its 16 variants with one bit flipped. */
const withOneBitFlipped = (part: RawBuilder<unknown>) =>
  sql`array[${sql.join([part, ...Array.from({ length: PART_BITS }, (_, bit) => sql`${part} # ${sql.lit(1 << bit)}`)])}]`

/**
 * Near duplicates of `mine` that share this part of the hash. Two hashes that differ in `mine.bits_max` bits agree fully in one of
 * `mine.bits_max` + 1 parts. When there are not that many parts, they differ in at most one bit in one of the first parts.
 * The indexes cover every column that is compared.
 */
const sharingPart = (part: number) => sql`
  select other.asset_id, other.perceptual_hash, other.width, other.height
  from catalogue.asset_file other
  where other.perceptual_hash is not null
    and ${partOf(sql`other.perceptual_hash`, part)} = any (case
      when mine.bits_max >= ${sql.lit(PARTS.length + part)} then ${withOneBitFlipped(partOf(sql`mine.perceptual_hash`, part))}
      when mine.bits_max >= ${sql.lit(part)} then array[${partOf(sql`mine.perceptual_hash`, part)}]
    end)
    and ${bitsSet(sql`other.perceptual_hash`)} between mine.bits_set - mine.bits_max and mine.bits_set + mine.bits_max
    and bit_count((other.perceptual_hash # mine.perceptual_hash)::bit(64))
      <= least(${sql.lit(BITS_MAX)}, bit_count((other.perceptual_hash | mine.perceptual_hash)::bit(64)) / ${sql.lit(ONE_IN)})`

/** Near duplicates of assets. Excludes rejected assets. */
export const nearDuplicates = (asset_ids: readonly string[], limit: number) => sql<{ asset_id: string; near_id: string }>`
  select mine.asset_id, near.asset_id as near_id
  from (
    select file.asset_id, file.perceptual_hash, file.width::real / file.height as shape, ${bitsSet(sql`file.perceptual_hash`)} as bits_set,
      least(${sql.lit(BITS_MAX)}, ${bitsSet(sql`file.perceptual_hash`)} / ${sql.lit(ONE_IN - 1)}) as bits_max
    from catalogue.asset_file file
    where file.asset_id = any (${asset_ids}::uuid[]) and file.perceptual_hash is not null and file.width is not null and file.height is not null
  ) mine
  cross join lateral (
    select other.asset_id, bit_count((other.perceptual_hash # mine.perceptual_hash)::bit(64)) as bits
    from (${sql.join(PARTS.map(sharingPart), sql` union `)}) other
    join catalogue.asset asset on asset.id = other.asset_id and asset.status <> 'rejected'
    where other.asset_id <> mine.asset_id
      and other.width::real / other.height between mine.shape / ${sql.lit(SHAPE_MAX)} and mine.shape * ${sql.lit(SHAPE_MAX)}
    order by bits, other.asset_id
    limit ${limit}
  ) near
  order by mine.asset_id, near.bits, near.asset_id`

/** Returns the near duplicates of each of these assets: at most `limit` for each of its pictures, nearest first. */
export async function findNearDuplicates(db: Db, asset_ids: readonly string[], limit: number) {
  const { rows } = await nearDuplicates(asset_ids, limit).execute(db)
  return rows
}
