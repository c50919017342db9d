import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findMigrations } from '#platform/database/applied-migrations.ts'
import { migrationNames } from '#platform/database/migrate.ts'
import { APP_ROLE, roleOf } from '../database/app-role.ts'
import { nameOf, onDatabase, requireDatabase } from '../database/database.ts'
import { embeddedCluster } from '../database/embedded-postgres.ts'
import type { Settings } from '../settings/settings.ts'
import { storedSecret } from '../settings/stored-secrets.ts'
import { StartError } from '../startup/start-error.ts'
import { type Check, type Finding, ok, problem, skipped, warning } from './check.ts'

type Addresses = { app: string; owner: string }

const UNREACHED = 'not checked, because the database cannot be reached'

/** Returns the checks of the database. They share one look at whether it answers. */
export function databaseChecks(settings: Settings, root: string): Check[] {
  const reached = reach(settings)
  const ifReached = (check: (found: Addresses) => Promise<Finding>) => async () => {
    const found = await reached
    return 'app' in found ? check(found) : skipped(UNREACHED)
  }
  return [
    { name: 'Database', run: async () => describeDatabase(await reached) },
    { name: 'Database role', run: ifReached(({ app, owner }) => checkRole(app, owner, settings)) },
    { name: 'Migrations', run: ifReached(({ owner }) => checkMigrations(owner, root)) }
  ]
}

/** Returns the addresses of the database, or what keeps us from it. */
async function reach(settings: Settings): Promise<Addresses | Finding> {
  const found = addressesOf(settings)
  if (!found) return problem('the embedded PostgreSQL is not running', 'Run npm start, or set DATABASE_URL.')
  try {
    for (const url of new Set([found.app, found.owner])) await requireDatabase(url)
    return found
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return problem(error.message, '')
  }
}

function addressesOf({ database_url, database_owner_url, data_dir }: Settings): Addresses | undefined {
  if (database_url) return { app: database_url, owner: database_owner_url ?? database_url }
  // Without its password the cluster was never started, and opening it would create one.
  if (!existsSync(join(data_dir, 'secrets.json'))) return undefined
  const cluster = embeddedCluster(data_dir, () => {})
  if (!cluster.isRunning()) return undefined
  return { app: cluster.urlAs(APP_ROLE, storedSecret(data_dir, 'postgres_app_password'), 'easel'), owner: cluster.url('easel') }
}

/** Returns an address of the database for the clock's check, or undefined if it does not answer. */
export async function addressOfDatabase(settings: Settings): Promise<string | undefined> {
  const found = await reach(settings).catch(() => undefined)
  return found && 'app' in found ? found.app : undefined
}

async function describeDatabase(found: Addresses | Finding): Promise<Finding> {
  if (!('app' in found)) return found
  const version = await onDatabase(found.app, async (client) => {
    const { rows } = await client.query<{ version: string }>(`select split_part(current_setting('server_version'), ' ', 1) as version`)
    return rows[0]?.version
  })
  return ok(`PostgreSQL ${version} at ${nameOf(found.app)}`)
}

type Role = { is_superuser: boolean; has_schema: boolean; rewrites_ledger: boolean; unreadable: number }

const ROLE = `
  select (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
    to_regclass('ledger.line') is not null as has_schema,
    coalesce(has_table_privilege(to_regclass('ledger.line'), 'update'), false) as rewrites_ledger,
    (select count(*)::int from pg_class join pg_namespace schema on schema.oid = relnamespace
      where relkind in ('r', 'p') and nspname in ('platform', 'jobs', 'accounts', 'catalogue', 'licensing', 'payments')
        and not (has_schema_privilege(schema.oid, 'usage') and has_table_privilege(pg_class.oid, 'select, insert, update'))) as unreadable`

async function checkRole(app: string, owner: string, { exposed }: Settings): Promise<Finding> {
  const [found] = await onDatabase(app, async (client) => (await client.query<Role>(ROLE)).rows)
  const role = roleOf(app) || 'the role'
  if (!found?.has_schema) return skipped('not checked, because the database is empty')
  if (found.unreadable > 0)
    return problem(
      `${role} may not read and write ${found.unreadable} tables`,
      `Run npm run migrate with DATABASE_OWNER_URL: it gives ${role} its rights.`
    )
  const isWeak = found.is_superuser || found.rewrites_ledger
  if (isWeak && exposed)
    return warning(
      `${role} ${found.is_superuser ? 'is a superuser' : 'can rewrite the ledger'}`,
      'Set DATABASE_OWNER_URL, and a second role in DATABASE_URL (docs/operations.md, "Two database roles").'
    )
  if (isWeak || app === owner) return ok(`${role} does everything, which is fine where only this machine reaches the shop`)
  return ok(`${role} reads and writes rows, and cannot change tables or ledger entries`)
}

async function checkMigrations(owner: string, root: string): Promise<Finding> {
  const known = migrationNames(root)
  const applied = await onDatabase(owner, (client) => findMigrations((statement) => client.query(statement)))
  const newer = applied.filter((name) => !known.includes(name))
  if (newer.length > 0)
    return problem(
      `the database has ${newer.length} that this version of Easel does not know, such as ${newer.at(-1)}`,
      'Start the newer version, or restore a backup from before it.'
    )
  const pending = known.filter((name) => !applied.includes(name))
  if (pending.length > 0) return problem(`${pending.length} pending, from ${pending[0]}`, 'Run npm run migrate, or npm start.')
  return ok(`none pending, the newest is ${known.at(-1)}`)
}
