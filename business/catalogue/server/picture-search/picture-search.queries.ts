import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { ChosenAssets, ShownRow } from '../asset-row.queries.ts'
import { findChosen } from '../card.queries.ts'
import type { Print } from './make-prints.ts'
import { bitsOf, likelyBands } from './print-keys.ts'
import type { StoredPrint } from './raster-of.ts'
import '../tables.ts'

export type FilePrint = { file_id: string; print: StoredPrint | null }

/** Stores the prints of files, in one statement. A file that has none any more is no longer found by its picture. */
export async function updatePrints(db: Db, files: readonly FilePrint[]): Promise<void> {
  const rows = files.map(({ file_id, print }) => ({
    file_id,
    bits: print && String(print.bits),
    print: print?.print.toString('hex')
  }))
  await sql`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) made (file_id uuid, bits bigint, print text)
    ),
    gone as (delete from catalogue.picture_print stored using made where stored.file_id = made.file_id and made.print is null)
    insert into catalogue.picture_print as stored (file_id, bits, print)
    select made.file_id, made.bits, decode(made.print, 'hex') from made
    where made.print is not null and exists (select from catalogue.asset_file file where file.id = made.file_id)
    order by made.file_id
    on conflict (file_id) do update set bits = excluded.bits, print = excluded.print`.execute(db)
}

/** Which assets a search finds: those on sale, or those in any status. */
export type Reach = 'on_sale' | 'any'

/** Of an asset that is not approved, every ready file counts; it is the file that is compared, not what is public. */
const reached = (reach: Reach): RawBuilder<boolean> =>
  reach === 'on_sale'
    ? sql<boolean>`(file.status = 'ready' and file.is_published and asset.status = 'approved' and asset.withheld_at is null)`
    : sql<boolean>`(file.status = 'ready')`

/** Returns the assets with a file of exactly these bytes, the oldest first. Each hash is tried for the bytes as uploaded and as cleaned. */
export async function findSameBytes(db: Db, hashes: readonly string[], reach: Reach, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select asset.id from catalogue.asset asset where asset.id in (
      select file.asset_id from catalogue.asset_file file join catalogue.asset asset on asset.id = file.asset_id
      where (file.sha256 = any (${hashes}::text[]) or file.cleaned_sha256 = any (${hashes}::text[])) and ${reached(reach)}
    )
    order by asset.created_at, asset.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Values looked up for each band. More find little more. */
const LOOKED_UP = 128
/** Prints that differ in more of their 64 bits are not compared. */
const BITS_MAX = 24

const bandOf = (band: number) => sql`(bits${band === 0 ? sql`` : sql` >> ${sql.lit(16 * band)}`} & 65535)::integer`

/** Prints that share a band with one that is looked for, or nearly so. The indexes hold all that is compared. */
const sharingBand = (bits: string, band: number, values: readonly number[]) => sql`
  select file_id, bit_count((bits # ${bits}::bigint)::bit(64)) as apart from catalogue.picture_print
  where ${bandOf(band)} = any (${values}::integer[]) and bit_count((bits # ${bits}::bigint)::bit(64)) <= ${sql.lit(BITS_MAX)}`

/** The statement of `findPrintsLike`. */
export const printsLike = (copies: readonly Print[], reach: Reach, limit: number): RawBuilder<{ asset_id: string; print: Buffer }> => {
  const arms = copies.flatMap(({ strengths }) => {
    const bits = String(bitsOf(strengths))
    return likelyBands(strengths, LOOKED_UP).map((values, band) => sharingBand(bits, band, values))
  })
  return sql<{ asset_id: string; print: Buffer }>`
    select file.asset_id, stored.print
    from (
      select near.file_id from (${sql.join(arms, sql` union all `)}) near group by near.file_id order by min(near.apart), near.file_id limit ${limit}
    ) nearest
    join catalogue.picture_print stored on stored.file_id = nearest.file_id
    join catalogue.asset_file file on file.id = nearest.file_id
    join catalogue.asset asset on asset.id = file.asset_id
    where ${reached(reach)}`
}

/** Returns the stored prints nearest to any of these by their bits, at most `limit`, in no particular order. */
export async function findPrintsLike(db: Db, copies: readonly Print[], reach: Reach, limit: number) {
  if (copies.length === 0) return []
  return (await printsLike(copies, reach, limit).execute(db)).rows
}

/** Reads the cards of these assets, in this order. One that is no longer within reach is left out. */
export async function findCards(db: Db, ids: readonly string[], reach: Reach): Promise<ShownRow[]> {
  if (ids.length === 0) return []
  const onSale = reach === 'on_sale' ? sql`where asset.status = 'approved' and asset.withheld_at is null` : sql``
  const chosen: ChosenAssets = sql`
    select wanted.id, wanted.place::integer as place
    from unnest(${ids}::uuid[]) with ordinality wanted (id, place) join catalogue.asset asset on asset.id = wanted.id ${onSale}`
  return findChosen(db, chosen)
}
