import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

export async function findImportedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('catalogue.asset')
    .select('source_key')
    .where('source_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  return new Set(rows.map(({ source_key }) => source_key!))
}

/** Answers the new ones; those whose source_key is known stay as they are. */
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
