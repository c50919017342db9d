import { sql } from 'kysely'
import { findMigrations } from '#platform/database/applied-migrations.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

export type Backup = { at: Date; bytes: number; files: number }

/** Returns the last backup that is whole. */
export async function findLastBackup(db: Db): Promise<Backup | undefined> {
  const { rows } = await sql<Backup>`
    select finished_at as at, bytes, files from platform.backup where ok order by finished_at desc limit 1`.execute(db)
  return rows[0]
}

export async function findVersions(db: Db): Promise<{ schema: string; postgresql: string }> {
  const migrations = await findMigrations((statement) => sql.raw<{ name: string }>(statement).execute(db))
  const { rows } = await sql<{ postgresql: string }>`select split_part(current_setting('server_version'), ' ', 1) as postgresql`.execute(db)
  return { schema: migrations.at(-1) ?? '', postgresql: rows[0]?.postgresql ?? '' }
}

export async function findWatchStart(db: Db): Promise<Date> {
  const { since } = await db.selectFrom('operations.watch').select('since').executeTakeFirstOrThrow()
  return since
}

export type Alert = { problem: string; title: string; started_at: Date; mailed_at: Date | null; gone_at: Date | null }

export async function findAlerts(db: Db): Promise<Alert[]> {
  return db.selectFrom('operations.alert').select(['problem', 'title', 'started_at', 'mailed_at', 'gone_at']).orderBy('problem').execute()
}

/** Returns false if the problem is known already, so that of parallel workers one reports it. */
export async function insertAlert(tx: Tx, alert: Alert): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('operations.alert')
    .values(alert)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Returns false if another worker has mailed it since `last`. */
export async function updateMailed(tx: Tx, problem: string, last: Date, mailed_at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operations.alert')
    .set({ mailed_at })
    .where('problem', '=', problem)
    .where('mailed_at', '=', last)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records since when a problem has not been seen, or null when it is back. */
export async function updateGone(tx: Tx, problem: string, gone_at: Date | null): Promise<void> {
  await tx.updateTable('operations.alert').set({ gone_at }).where('problem', '=', problem).execute()
}

/** Returns false if another worker has ended it. */
export async function deleteAlert(tx: Tx, problem: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('operations.alert').where('problem', '=', problem).executeTakeFirst()
  return numDeletedRows > 0n
}
