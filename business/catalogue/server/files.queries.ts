import type { Db } from '#platform/database/connect.ts'
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
  created_at: Date
}

/** What the work on a file asks of it; how it looks is asked by those who show or compare it. */
const KEPT = [
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
  'picture',
  'dominant_color',
  'created_at'
] as const

/** Answers nothing when these bytes were uploaded before (unique index asset_file_uploaded_once). */
export async function insertFile(db: Db, file: NewFile) {
  return db
    .insertInto('catalogue.asset_file')
    .values(file)
    .onConflict((conflict) => conflict.column('sha256').where('imported', '=', false).doNothing())
    .returning(KEPT)
    .executeTakeFirst()
}

export async function findFilesByBytes(db: Db, sha256: string) {
  return db.selectFrom('catalogue.asset_file').select(KEPT).where('sha256', '=', sha256).execute()
}

export async function findFile(db: Db, id: string) {
  return db.selectFrom('catalogue.asset_file').select(KEPT).where('id', '=', id).executeTakeFirst()
}

export async function findFilesOf(db: Db, asset_id: string) {
  return db.selectFrom('catalogue.asset_file').select(KEPT).where('asset_id', '=', asset_id).orderBy('created_at').orderBy('id').execute()
}

export async function deleteFile(db: Db, id: string) {
  return db.deleteFrom('catalogue.asset_file').where('id', '=', id).returning(['id', 'sha256', 'original_key']).executeTakeFirst()
}

/** The originals that can be handed out. */
export async function findReadyFiles(db: Db, asset_id: string) {
  return db
    .selectFrom('catalogue.asset_file')
    .select(['id', 'format', 'filename', 'content_type', 'original_key as key', 'bytes', 'width', 'height', 'picture'])
    .where('asset_id', '=', asset_id)
    .where('status', '=', 'ready')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Answers nothing where the file is gone. */
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
    picture_hash: bigint | null
    described: number
    avif: PreviewWidth[]
    picture: PictureSource
  }>
) {
  return db.updateTable('catalogue.asset_file').set(change).where('id', '=', id).returning('asset_id').executeTakeFirst()
}

/** A file with what decides who may see its previews. */
export async function findPreviewed(db: Db, id: string) {
  return db
    .selectFrom('catalogue.asset_file as file')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'file.asset_id')
    .select(['file.id', 'file.format', 'file.sha256', 'file.status as file_status', 'file.original_key', 'file.avif', 'file.picture'])
    .select(['asset.status', 'asset.owner_id', 'asset.is_free', 'asset.free_starts_at', 'asset.free_ends_at'])
    .where('file.id', '=', id)
    .executeTakeFirst()
}

/** Files of an artist that wait to be processed, or are. */
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

/** Answers how often processing this file has begun, this time included. */
export async function countAttempt(db: Db, id: string): Promise<number> {
  const { attempts } = await db
    .updateTable('catalogue.asset_file')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return attempts
}

/** Files of those named that are ready to be drawn. */
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

/** Ready files of these formats that nobody has a picture of, oldest first; those that were tried so often are left alone. */
export async function findUnseen(db: Db, formats: readonly FileFormat[], { attempts, limit }: { attempts: number; limit: number }) {
  return db
    .selectFrom('catalogue.asset_file')
    .select(KEPT)
    .where('picture', '=', 'none')
    .where('status', '=', 'ready')
    .where('format', 'in', formats)
    .where('attempts', '<', attempts)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
