import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'

/** Files such as `0010_accounts.sql`, in the platform and in every part. Each runs once, in the order of the numbers. */
const MIGRATIONS = ['platform/database/migrations/*.sql', 'business/*/server/migrations/*.sql']

/** Migrates the database to the newest schema. Processes that start together wait for each other. `root` is the folder of the checkout. `only` leaves out the other migrations, for an older schema. Returns the names of the migrations that ran. */
export async function migrate<Database>(db: Kysely<Database>, root = process.cwd(), only?: ReadonlySet<string>): Promise<string[]> {
  const getMigrations = async () => {
    const all = readMigrations(root)
    return only ? Object.fromEntries(Object.entries(all).filter(([name]) => only.has(name))) : all
  }
  const migrator = new Migrator({ db, provider: { getMigrations }, allowUnorderedMigrations: true })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

export const migrationNames = (root = process.cwd()): string[] => Object.keys(readMigrations(root))

function readMigrations(root: string): Record<string, Migration> {
  const files = MIGRATIONS.flatMap((pattern) => globSync(pattern, { cwd: root }))
  const named = files.map((file) => [basename(file, '.sql'), file] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  const twice = named.find(([name], index) => named[index + 1]?.[0].slice(0, 4) === name.slice(0, 4))
  if (twice) throw new Error(`Two migrations have the number ${twice[0].slice(0, 4)}.`)
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
