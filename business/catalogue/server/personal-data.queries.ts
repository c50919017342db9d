import type { Db } from '#platform/database/connect.ts'
import './tables.ts'

/** Returns the files of a person's assets that are not infected, oldest first. */
export async function findOriginalsOf(db: Db, owner_id: string) {
  return db
    .selectFrom('catalogue.asset_file as file')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'file.asset_id')
    .select(['file.asset_id', 'file.filename', 'file.original_key', 'file.created_at'])
    .where('asset.owner_id', '=', owner_id)
    .where('file.scan_state', '!=', 'infected')
    .orderBy('file.created_at')
    .orderBy('file.id')
    .execute()
}
