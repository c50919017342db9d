import { embeddedCluster } from '../database/embedded-postgres.ts'
import { readCommandSettings } from '../settings/read-settings.ts'
import { StartError } from '../startup/start-error.ts'

/** Returns the address of the database that these settings use, as its owner: DATABASE_OWNER_URL, DATABASE_URL, or the running embedded one. */
export function databaseUrl(env: NodeJS.ProcessEnv): string {
  const { database_url, database_owner_url, data_dir } = readCommandSettings(env)
  if (database_url) return database_owner_url ?? database_url
  const cluster = embeddedCluster(data_dir, console.error)
  if (!cluster.isRunning()) throw new StartError(`No database is running on ${data_dir}: run npm start first, or set DATABASE_URL.`)
  return cluster.url('easel')
}

if (import.meta.main) {
  try {
    console.log(databaseUrl(process.env))
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
