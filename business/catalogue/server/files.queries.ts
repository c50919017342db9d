import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { ScanState } from '#platform/server/index.ts'
import type { Color, FileFormat, PictureSource, PreviewWidth } from '../rules.ts'
import './tables.ts'

export type NewFile = {
  id: string
  asset_id: string
  format: FileFormat
  filename: string
  content_type: string
  bytes: number
  sha256: string
  original_key: string
  picture: PictureSource
  /** In pixels; absent until the file is processed. */
  width?: number
  height?: number
  /** Of the SVG cleaner that these bytes went through. */
  cleaner_version?: number
  declared_sources?: string[] | null
  created_at: Date
}

/** The columns needed to process a file. The results of its image analysis are read by the code that shows or compares them. */
const FILE_COLUMNS = [
  'id',
  'asset_id',
  'format',
  'filename',
  'content_type',
  'bytes',
  'sha256',
  'width',
  'height',
  'original_key',
  'status',
  'scan_state',
  'picture',
  'dominant_color',
  'created_at'
] as const

/** Returns undefined if these bytes were uploaded before (unique index asset_file_uploaded_once). */
export async function insertFile(db: Db, file: NewFile) {
  return db
    .insertInto('catalogue.asset_file')
    .values(file)
    .onConflict((conflict) => conflict.column('sha256').where('imported', '=', false).doNothing())
    .returning(FILE_COLUMNS)
    .executeTakeFirst()
}

export async function findFilesByBytes(db: Db, sha256: string) {
  return db
    .selectFrom('catalogue.asset_file')
    .select(FILE_COLUMNS)
    .where(({ eb, or }) => or([eb('sha256', '=', sha256), eb('cleaned_sha256', '=', sha256)]))
    .execute()
}

export async function findFile(db: Db, id: string) {
  return db.selectFrom('catalogue.asset_file').select(FILE_COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function findFilesOf(db: Db, asset_id: string) {
  return db
    .selectFrom('catalogue.asset_file')
    .select(FILE_COLUMNS)
    .where('asset_id', '=', asset_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function deleteFile(db: Db, id: string) {
  return db.deleteFrom('catalogue.asset_file').where('id', '=', id).returning(['id', 'sha256', 'original_key']).executeTakeFirst()
}

/** Returns undefined if the file no longer exists. */
export async function updateFile(
  db: Db,
  id: string,
  change: Partial<{
    status: 'processing' | 'ready' | 'failed'
    progress: number
    failure: string | null
    attempts: number
    width: number | null
    height: number | null
    dominant_color: string | null
    colors: Color[]
    blur: string | null
    perceptual_hash: bigint | null
    analysis_version: number
    picture: PictureSource
  }>
) {
  return db.updateTable('catalogue.asset_file').set(change).where('id', '=', id).returning('asset_id').executeTakeFirst()
}

/** Returns a file with the fields that decide who may see its previews. */
export async function findPreviewed(db: Db, id: string) {
  return db
    .selectFrom('catalogue.asset_file as file')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'file.asset_id')
    .select([
      'file.id',
      'file.format',
      'file.sha256',
      'file.status as file_status',
      'file.original_key',
      'file.avif',
      'file.avif_tried',
      'file.picture',
      'file.is_published'
    ])
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

/** Publishes these files of an asset, and no others: files that became ready since they were read are not among them. */
export async function publishFiles(db: Db, asset_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('catalogue.asset_file').set({ is_published: true }).where('asset_id', '=', asset_id).where('id', 'in', ids).execute()
}

/** Returns those of these files that are ready, have a picture, and were never tried as AVIF. */
export async function findUntriedAsAvif(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('catalogue.asset_file')
    .select(FILE_COLUMNS)
    .where('id', 'in', ids)
    .where('status', '=', 'ready')
    .where('picture', '<>', 'none')
    .where('avif_tried', '=', false)
    .where('avif', '=', sql<number[]>`'{}'`)
    .execute()
}

/** Stores the widths that exist as AVIF, for many files in one statement: public pages are told once. */
export async function updateAvifs(db: Db, tried: readonly { id: string; avif: readonly PreviewWidth[] }[]): Promise<void> {
  await sql`
    update catalogue.asset_file file set avif = made.avif, avif_tried = true
    from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb) made (id uuid, avif smallint[])
    where file.id = made.id`.execute(db)
}

/** Counts an artist's files that are waiting for processing or being processed. */
export async function countProcessing(db: Db, owner_id: string): Promise<number> {
  const { total } = await db
    .selectFrom('catalogue.asset_file as file')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'file.asset_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('file.status', '=', 'processing')
    .where('asset.owner_id', '=', owner_id)
    .executeTakeFirstOrThrow()
  return total
}

/** Counts a processing attempt and returns how many there have been, including this one. */
export async function countAttempt(db: Db, id: string): Promise<number> {
  const { attempts } = await db
    .updateTable('catalogue.asset_file')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return attempts
}

/** Returns those of these files that are ready and whose previews are drawn from their own bytes. */
export async function findReadyByIds(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('catalogue.asset_file')
    .select(['id', 'format', 'sha256', 'original_key', 'picture'])
    .where('id', 'in', ids)
    .where('status', '=', 'ready')
    .where('picture', '=', 'own')
    .execute()
}

/** Returns ready files of these formats that have no picture yet, oldest first, except those with `attempts` attempts or more. */
export async function findUnseen(db: Db, formats: readonly FileFormat[], { attempts, limit }: { attempts: number; limit: number }) {
  return db
    .selectFrom('catalogue.asset_file')
    .select(FILE_COLUMNS)
    .where('picture', '=', 'none')
    .where('status', '=', 'ready')
    .where('format', 'in', formats)
    .where('attempts', '<', attempts)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns uploaded SVGs that an older version of the cleaner, or none, has cleaned. */
export async function findCleanedBefore(db: Db, version: number, limit: number) {
  return (
    db
      .selectFrom('catalogue.asset_file')
      .select(FILE_COLUMNS)
      .where('format', '=', 'svg')
      .where('imported', '=', false)
      .where('status', '!=', 'failed')
      .where('cleaner_version', '<', version)
      // Files that cannot be cleaned now do not stand before the others for ever.
      .orderBy(sql`random()`)
      .limit(limit)
      .execute()
  )
}

type CleanedAgain = { cleaner_version: number; original_key?: string; bytes?: number; cleaned_sha256?: string }

/** Does nothing if the file was replaced or deleted in the meantime. */
export async function updateCleaned(db: Db, { id, original_key }: { id: string; original_key: string }, change: CleanedAgain) {
  return db
    .updateTable('catalogue.asset_file')
    .set(change)
    .where('id', '=', id)
    .where('original_key', '=', original_key)
    .returning('id')
    .executeTakeFirst()
}

/** Returns files for which the virus scanner did not answer, in any order, so that none can stay in front of the others. */
export async function findUnscanned(db: Db, limit: number) {
  return db
    .selectFrom('catalogue.asset_file')
    .select(FILE_COLUMNS)
    .where('scan_state', '=', 'waiting')
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
}

export async function updateScanState(db: Db, id: string, scan_state: ScanState): Promise<void> {
  await db.updateTable('catalogue.asset_file').set({ scan_state }).where('id', '=', id).execute()
}

/** Records the scan of a file that waited for it. Returns false if another process did in the meantime. */
export async function updateScanned(db: Db, id: string, scan_state: ScanState): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('catalogue.asset_file')
    .set({ scan_state })
    .where('id', '=', id)
    .where('scan_state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findInfected(db: Db, created_before: Date): Promise<{ original_key: string }[]> {
  return db
    .selectFrom('catalogue.asset_file')
    .select('original_key')
    .where('scan_state', '=', 'infected')
    .where('created_at', '<', created_before)
    .execute()
}
