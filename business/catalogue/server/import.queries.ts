import type { Insertable } from 'kysely'
import type { Database, Tx } from '#platform/database/connect.ts'
import './tables.ts'

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
