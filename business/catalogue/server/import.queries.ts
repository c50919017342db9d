import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

/** Returns those of these source keys that are already imported. */
export async function findImportedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  return new Set((await findImported(db, keys)).keys())
}

/** Returns the ids of the imported assets by their source keys. */
export async function findImported(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('catalogue.asset')
    .select(['id', 'source_key'])
    .where('source_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  return new Map(rows.flatMap(({ id, source_key }) => (source_key === null ? [] : [[source_key, id]])))
}

/** Inserts assets and returns the new ones; assets with a known source_key stay unchanged. */
export async function insertImported(tx: Tx, assets: Insertable<Database['catalogue.asset']>[]) {
  return tx
    .insertInto('catalogue.asset')
    .values(assets)
    .onConflict((conflict) => conflict.column('source_key').doNothing())
    .returning(['id', 'source_key'])
    .execute()
}

export async function insertImportedFiles(tx: Tx, files: Insertable<Database['catalogue.asset_file']>[]): Promise<void> {
  await tx.insertInto('catalogue.asset_file').values(files).execute()
}
