import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { AssetFields } from '../../rules.ts'
import type { FileRow } from '../asset-row.queries.ts'
import '../tables.ts'

/** A place in a picture of a rejected asset, as fractions of its width and height, and what is wrong there. */
export type Pin = { file_id: string; x: number; y: number; code: string; note: string }

export type Rejection = { pins: readonly Pin[]; duplicate_of: string | null; finding_codes: readonly string[] }

/** A file as a rejected version had it. */
type RejectedFile = Pick<FileRow, 'id' | 'format' | 'filename' | 'bytes' | 'sha256' | 'width' | 'height' | 'picture' | 'status'>

export type RejectedVersionRow = AssetFields & {
  pins: Pin[]
  duplicate_of: string | null
  /** Null unless it is on sale, or by the same artist. */
  duplicate_title: string | null
  finding_codes: string[]
  files: RejectedFile[]
}

const FILE = ['id', 'format', 'filename', 'bytes', 'sha256', 'width', 'height', 'picture', 'created_at'] as const

const columnsOf = (table: string) =>
  sql.join(
    FILE.map((column) => sql.ref(`${table}.${column}`)),
    sql`, `
  )

const files = sql`coalesce((
  select json_agg(json_build_object('id', file.id, 'format', file.format, 'filename', file.filename, 'bytes', file.bytes, 'sha256', file.sha256,
    'width', file.width, 'height', file.height, 'picture', file.picture, 'status', file.status) order by file.created_at, file.id)
  from (
    select ${columnsOf('present')}, present.status from catalogue.asset_file present
    where present.asset_id = version.asset_id and present.id = any(version.file_ids)
    union all
    select ${columnsOf('replaced')}, 'ready' from catalogue.replaced_file replaced where replaced.asset_id = version.asset_id
  ) file), '[]')`

const duplicateTitle = sql`(
  select other.title from catalogue.asset other
  where other.id = version.duplicate_of
    and (other.owner_id = asset.owner_id or (other.status = 'approved' and other.withheld_at is null)))`

/** What the row named `asset` was when it was last rejected; null if it never was, or was approved since. */
export const rejectedVersion: RawBuilder<RejectedVersionRow | null> = sql<RejectedVersionRow | null>`(
  select json_build_object('title', version.title, 'description', version.description, 'category', version.category, 'tags', version.tags,
    'origin', version.origin,
    'pins', version.pins, 'duplicate_of', version.duplicate_of, 'duplicate_title', ${duplicateTitle},
    'finding_codes', version.finding_codes, 'files', ${files})
  from catalogue.rejected_version version where version.asset_id = asset.id)`

/** Stores what an asset is at its rejection, instead of what it was at an earlier one. */
export async function insertRejectedVersion(tx: Tx, asset_id: string, { pins, duplicate_of, finding_codes }: Rejection): Promise<void> {
  await sql`
    insert into catalogue.rejected_version (asset_id, title, description, category, tags, origin, file_ids, finding_codes, pins, duplicate_of)
    select asset.id, asset.title, asset.description, asset.category, asset.tags, asset.origin,
      array(select file.id from catalogue.asset_file file where file.asset_id = asset.id and file.status = 'ready'),
      ${finding_codes}::text[], ${JSON.stringify(pins)}::jsonb, ${duplicate_of}::uuid
    from catalogue.asset asset where asset.id = ${asset_id}
    on conflict (asset_id) do update set title = excluded.title, description = excluded.description, category = excluded.category,
      tags = excluded.tags, origin = excluded.origin, file_ids = excluded.file_ids, finding_codes = excluded.finding_codes, pins = excluded.pins,
      duplicate_of = excluded.duplicate_of`.execute(tx)
}

export async function deleteRejectedVersion(tx: Tx, asset_id: string): Promise<void> {
  await tx.deleteFrom('catalogue.rejected_version').where('asset_id', '=', asset_id).execute()
}

/** Stores a file that is about to be removed, if the rejected version of its asset has it. Returns whether it does. */
export async function insertReplacedFile(tx: Tx, file_id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into catalogue.replaced_file (id, asset_id, format, filename, bytes, sha256, width, height, original_key, picture, created_at)
    select file.id, file.asset_id, file.format, file.filename, file.bytes, file.sha256, file.width, file.height, file.original_key,
      file.picture, file.created_at
    from catalogue.asset_file file
    join catalogue.rejected_version version on version.asset_id = file.asset_id and file.id = any(version.file_ids)
    where file.id = ${file_id} and file.status = 'ready'`.execute(tx)
  return numAffectedRows > 0n
}

const STORED = ['id', 'sha256', 'original_key'] as const

export async function findReplacedFiles(db: Db, asset_id: string) {
  return db.selectFrom('catalogue.replaced_file').select(STORED).where('asset_id', '=', asset_id).execute()
}

export async function deleteReplacedFiles(tx: Tx, asset_id: string) {
  return tx.deleteFrom('catalogue.replaced_file').where('asset_id', '=', asset_id).returning(STORED).execute()
}

/** Returns a replaced file with the fields that decide who may see its previews: its artist and admins. */
export async function findReplacedPreviewed(db: Db, id: string) {
  return db
    .selectFrom('catalogue.replaced_file as file')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'file.asset_id')
    .select(['file.id', 'file.format', 'file.sha256', 'file.original_key', 'file.picture'])
    .select([sql<'ready'>`'ready'`.as('file_status'), sql<number[]>`'{}'::int[]`.as('avif')])
    .select([sql<boolean>`true`.as('avif_tried'), sql<boolean>`false`.as('is_published')])
    .select([
      'asset.id as asset_id',
      'asset.status',
      'asset.owner_id',
      'asset.is_free',
      'asset.free_starts_at',
      'asset.free_ends_at',
      'asset.withheld_at'
    ])
    .where('file.id', '=', id)
    .executeTakeFirst()
}
