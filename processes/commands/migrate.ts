import { APP_ROLE, grantApp, roleOf } from '../database/app-role.ts'
import { requireDatabase } from '../database/database.ts'
import { loadBuilt } from '../http/server.ts'
import { readCommandSettings } from '../settings/read-settings.ts'
import { StartError } from '../startup/start-error.ts'
import { databaseUrl } from './database-url.ts'

/** Migrates the database without starting the product. Every start does the same. */
try {
  // Read before the bundle is loaded, because loading it sets NODE_ENV to production.
  const { database_url } = readCommandSettings(process.env)
  const url = databaseUrl(process.env)
  await requireDatabase(url)
  const { prepareDatabase } = await loadBuilt(process.cwd(), console.log)
  const applied = await prepareDatabase(url, process.cwd())
  const app = database_url ? roleOf(database_url) : APP_ROLE
  if (app !== roleOf(url)) await grantApp(url, app)
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
