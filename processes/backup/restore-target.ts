import type pg from 'pg'
import { findMigrations } from '#platform/database/applied-migrations.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate, migrationNames } from '#platform/database/migrate.ts'
import { startBoss } from '#platform/server/jobs/index.ts'
import { onDatabase } from '../database/database.ts'
import { printQueueError } from '../database/print-queue-error.ts'
import { StartError } from '../startup/start-error.ts'
import type { Manifest } from './manifest.ts'
import { showCount } from './progress.ts'
import { findJobsVersion, findTables, quoted, type Table } from './tables.ts'

/** A database without rows in these has nothing to lose. What migrations write is elsewhere. */
const VALUABLE = [
  ['accounts', 'user'],
  ['careers', 'applicant'],
  ['catalogue', 'asset'],
  ['ledger', 'transaction'],
  ['payments', 'payment']
] as const

type Target = { url: string; manifest: Manifest; replace?: boolean; hasOtherFiles: () => Promise<boolean> }

/** Throws unless the backup may be restored here. Changes nothing. */
export async function requireTarget({ url, manifest, replace, hasOtherFiles }: Target): Promise<{ hasSchema: boolean }> {
  const known = new Set(migrationNames())
  const unknown = manifest.migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new StartError(`The backup was made by a newer version of Easel, with ${unknown.join(', ')}: restore it with that version.`)
  const { applied, isEmpty } = await onDatabase(url, async (client) => {
    await requireUnused(client)
    const applied = await findMigrations((statement) => client.query(statement))
    return { applied, isEmpty: applied.length === 0 || (await hasNoRows(client)) }
  })
  if (!replace && !isEmpty) throw new StartError('The database is not empty. To lose what is in it, add --replace.')
  if (!replace && (await hasOtherFiles())) throw new StartError('The file store is not empty. To lose what is in it, add --replace.')
  if (applied.length > 0 && applied.join() !== manifest.migrations.join())
    throw new StartError(
      'The tables of this database are not of the same version as those of the backup: restore into a new database, or a new DATA_DIR.'
    )
  return { hasSchema: applied.length > 0 }
}

/** Processes that work on the database would write into what is restored. */
async function requireUnused(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'`
  )
  const others = rows[0]?.others ?? 0
  if (others > 0)
    throw new StartError(`The database is in use (${showCount(others, 'other connection')}): stop every process of Easel first.`)
}

async function hasNoRows(client: pg.ClientBase): Promise<boolean> {
  for (const name of VALUABLE) {
    const { rowCount } = await client.query(`select from ${quoted(...name)} limit 1`)
    if (rowCount) return false
  }
  return true
}

/** Creates the tables as they were when the backup was made. Newer migrations run at the next start. */
export async function createSchema(url: string, { migrations }: Pick<Manifest, 'migrations'>): Promise<void> {
  const db = connect(url, 2)
  try {
    await migrate<Database>(db, undefined, { only: new Set(migrations) })
    const boss = await startBoss(url, { quiet: true, onError: printQueueError })
    await boss.stop({ graceful: false })
  } finally {
    await db.destroy()
  }
}

/** Throws unless every table of the backup is there with the same columns, and no other. */
export async function requireSameTables(url: string, { tables, jobs_version }: Manifest): Promise<void> {
  const { found, version } = await onDatabase(url, async (client) => ({
    found: await findTables(client),
    version: await findJobsVersion(client)
  }))
  if (version !== jobs_version)
    throw new StartError(
      `The backup's job queue has version ${jobs_version}, this one ${version}: restore with the version of Easel that made the backup.`
    )
  const [here, stored] = [found.map(shapeOf), tables.map(shapeOf)]
  const differing = [...here.filter((shape) => !stored.includes(shape)), ...stored.filter((shape) => !here.includes(shape))]
  if (differing.length > 0) throw new StartError(`The tables differ from those of the backup: ${differing.join('; ')}.`)
}

/** The order of the columns does not matter. */
const shapeOf = ({ schema, name, columns }: Table): string => `${schema}.${name} (${columns.toSorted().join(', ')})`
