import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'

/** Files like `0010_accounts.sql` of the platform and of every part, run in the order of their numbers, each once. */
const MIGRATIONS = ['platform/database/migrations/*.sql', 'business/*/server/migrations/*.sql']

/** Brings the database to the newest schema; processes that start together wait for each other. `root` is the checkout's folder. */
export async function migrate<Database>(db: Kysely<Database>, root = process.cwd()): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => readMigrations(root) }, allowUnorderedMigrations: true })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

function readMigrations(root: string): Record<string, Migration> {
  const files = MIGRATIONS.flatMap((pattern) => globSync(pattern, { cwd: root }))
  const named = files.map((file) => [basename(file, '.sql'), file] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  const twice = named.find(([name], index) => named[index + 1]?.[0].slice(0, 4) === name.slice(0, 4))
  if (twice) throw new Error(`Two migrations carry the number ${twice[0].slice(0, 4)}.`)
  return Object.fromEntries(
    named.map(([name, file]) => [
      name,
      {
        up: async (tx: Kysely<unknown>) => {
          await sql.raw(readFileSync(`${root}/${file}`, 'utf8')).execute(tx)
        }
      }
    ])
  )
}
