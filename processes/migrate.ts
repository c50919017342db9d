import { APP_ROLE, grantApp, roleOf } from './app-role.ts'
import { requireDatabase } from './database.ts'
import { databaseUrl } from './database-url.ts'
import { loadBuilt } from './server.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'

/** Brings the schema up to date without starting anything; every start does the same. */
try {
  // Before the bundle is loaded: from then on NODE_ENV says production, whatever the product runs as.
  const { database_url } = readSettings(process.env)
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
