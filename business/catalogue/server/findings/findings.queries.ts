import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { Fault, Place } from '../../findings.rules.ts'
import '../tables.ts'

/** Words that can be read in a picture. */
export type Writing = { words: string; place?: Place | undefined }
/** `version` is that of the checks. `is_whole`: none of them failed. */
export type FileCheck = { version: number; is_whole: boolean; faults: readonly Fault[]; writing: readonly Writing[] }

/** Stores the check of a file; a newer one replaces it. Does nothing if the file was deleted in the meantime. */
export async function saveFileCheck(
  db: Db,
  file_id: string,
  { version, is_whole, faults, writing }: FileCheck,
  checked_at: Date
): Promise<void> {
  await sql`
    insert into catalogue.file_check (file_id, version, is_whole, faults, writing, checked_at)
    select id, ${version}::smallint, ${is_whole}::boolean, ${JSON.stringify(faults)}::jsonb, ${JSON.stringify(writing)}::jsonb, ${checked_at}::timestamptz
    from catalogue.asset_file where id = ${file_id}
    on conflict (file_id) do update
    set version = excluded.version, is_whole = excluded.is_whole, faults = excluded.faults, writing = excluded.writing, checked_at = excluded.checked_at`.execute(
    db
  )
}

/** Returns the ready files of these assets with their checks and the words of their assets, oldest file first. */
export async function findChecks(db: Db, asset_ids: readonly string[]) {
  if (asset_ids.length === 0) return []
  return db
    .selectFrom('catalogue.asset_file as file')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'file.asset_id')
    .leftJoin('catalogue.file_check as checked', 'checked.file_id', 'file.id')
    .select([
      'file.id',
      'file.asset_id',
      'file.format',
      'asset.title',
      'asset.description',
      'asset.tags',
      'asset.origin',
      'file.declared_sources',
      'checked.faults',
      'checked.writing'
    ])
    .where('file.asset_id', 'in', asset_ids)
    .where('file.status', '=', 'ready')
    .orderBy('file.created_at')
    .orderBy('file.id')
    .execute()
}

/** Returns those of these assets that have a ready file of which not everything could be checked. */
export async function findPartlyChecked(db: Db, asset_ids: readonly string[]): Promise<Set<string>> {
  if (asset_ids.length === 0) return new Set()
  const partly = await db
    .selectFrom('catalogue.asset_file as file')
    .innerJoin('catalogue.file_check as checked', 'checked.file_id', 'file.id')
    .select('file.asset_id')
    .where('file.asset_id', 'in', asset_ids)
    .where('file.status', '=', 'ready')
    .where('checked.is_whole', '=', false)
    .execute()
  return new Set(partly.map(({ asset_id }) => asset_id))
}

export async function findOwner(db: Db, asset_id: string): Promise<string | undefined> {
  const asset = await db.selectFrom('catalogue.asset').select('owner_id').where('id', '=', asset_id).executeTakeFirst()
  return asset?.owner_id
}

/** Returns ready files that were not checked with this version: those of undecided and rejected assets, else those that artists uploaded. */
export async function findUnchecked(db: Db, version: number, limit: number) {
  const unchecked = db
    .selectFrom('catalogue.asset_file as file')
    .leftJoin('catalogue.file_check as checked', 'checked.file_id', 'file.id')
    .select(['file.id', 'file.format', 'file.original_key', 'file.picture'])
    .where('file.status', '=', 'ready')
    .where(({ eb, or }) => or([eb('checked.file_id', 'is', null), eb('checked.version', '<', version)]))
    .limit(limit)
  const under_review = await unchecked
    .innerJoin('catalogue.asset as asset', 'asset.id', 'file.asset_id')
    .where('asset.status', '<>', 'approved')
    .execute()
  return under_review.length > 0 ? under_review : unchecked.where('file.imported', '=', false).execute()
}
