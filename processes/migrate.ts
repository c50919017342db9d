import { requireDatabase } from './database.ts'
import { databaseUrl } from './database-url.ts'
import { loadBuilt } from './server.ts'
import { StartError } from './start-error.ts'

/** Brings the schema up to date without starting anything; every start does the same. */
try {
  const url = databaseUrl(process.env)
  await requireDatabase(url)
  const { prepareDatabase } = await loadBuilt(process.cwd(), console.log)
  const applied = await prepareDatabase(url, process.cwd())
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
