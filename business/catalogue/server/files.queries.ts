import type { Db } from '#platform/database/connect.ts'
import type { FileFormat } from '../rules.ts'
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
  created_at: Date
}

/** Answers nothing when these bytes were uploaded before (unique index asset_file_uploaded_once). */
export async function insertFile(db: Db, file: NewFile) {
  return db
    .insertInto('catalogue.asset_file')
    .values(file)
    .onConflict((conflict) => conflict.column('sha256').where('imported', '=', false).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findFilesByBytes(db: Db, sha256: string) {
  return db.selectFrom('catalogue.asset_file').selectAll().where('sha256', '=', sha256).execute()
}

export async function findFile(db: Db, id: string) {
  return db.selectFrom('catalogue.asset_file').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findFilesOf(db: Db, asset_id: string) {
  return db.selectFrom('catalogue.asset_file').selectAll().where('asset_id', '=', asset_id).orderBy('created_at').orderBy('id').execute()
}

/** The originals that can be handed out. */
export async function findReadyFiles(db: Db, asset_id: string) {
  return db
    .selectFrom('catalogue.asset_file')
    .select(['id', 'format', 'filename', 'content_type', 'original_key as key', 'bytes', 'width', 'height'])
    .where('asset_id', '=', asset_id)
    .where('status', '=', 'ready')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function updateFile(
  db: Db,
  id: string,
  change: Partial<{
    status: 'processing' | 'ready' | 'failed'
    progress: number
    failure: string | null
    width: number | null
    height: number | null
    dominant_color: string | null
  }>
): Promise<void> {
  await db.updateTable('catalogue.asset_file').set(change).where('id', '=', id).execute()
}

/** A file with what decides who may see its previews. */
export async function findPreviewed(db: Db, id: string) {
  return db
    .selectFrom('catalogue.asset_file as file')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'file.asset_id')
    .select(['file.id', 'file.format', 'file.sha256', 'file.status as file_status', 'file.original_key'])
    .select(['asset.status', 'asset.owner_id', 'asset.is_free', 'asset.free_starts_at', 'asset.free_ends_at'])
    .where('file.id', '=', id)
    .executeTakeFirst()
}

/** Files of those named that have no dominant colour yet: their previews were not made. */
export async function findUnprepared(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('catalogue.asset_file')
    .select(['id', 'format', 'sha256', 'original_key'])
    .where('id', 'in', ids)
    .where('dominant_color', 'is', null)
    .where('status', '=', 'ready')
    .execute()
}
