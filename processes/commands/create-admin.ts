import { ADMIN_SETUP_HOURS } from '#accounts/rules.ts'
import { createAdmin } from '#accounts/server/users/create-admin.service.ts'
import { emailAddress } from '#platform/contract/index.ts'
import { connect } from '#platform/database/connect.ts'
import { jobsOn, startBoss } from '#platform/server/jobs/index.ts'
import { requireDatabase } from '../database/database.ts'
import { printQueueError } from '../database/print-queue-error.ts'
import { readCommandSettings } from '../settings/read-settings.ts'
import { StartError } from '../startup/start-error.ts'
import { databaseUrl } from './database-url.ts'

const UNDEFINED_TABLE = ['42P01', '42703', '3F000']

/** `npm run admin:create -- EMAIL` makes or restores an admin and prints the link that sets the password. */
try {
  const email = readAddress(process.argv.slice(2))
  const url = databaseUrl(process.env)
  await requireDatabase(url)
  await run(url, email)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function readAddress(words: string[]): string {
  const [word = '', ...others] = words
  const read = emailAddress().safeParse(word)
  if (read.success && others.length === 0) return read.data
  throw new StartError(
    `${word ? `"${words.join(' ')}" is not an email address` : 'The email address is missing'}: npm run admin:create -- boss@example.com`
  )
}

async function run(url: string, email: string): Promise<void> {
  const db = connect(url, 1)
  const boss = await startBoss(url, { quiet: true, onError: printQueueError })
  try {
    const settings = readCommandSettings(process.env)
    const { link, is_new } = await createAdmin({ db, now: new Date(), jobs: jobsOn(boss), settings }, email)
    console.log(`${email} is ${is_new ? 'a new' : 'now an'} admin. This link sets the password, once, within ${ADMIN_SETUP_HOURS} hours:`)
    console.log(link)
  } catch (error) {
    throw isOldSchema(error) ? new StartError('The database is not up to date: run npm start or npm run migrate first.') : error
  } finally {
    await boss.stop({ graceful: false })
    await db.destroy()
  }
}

const isOldSchema = (error: unknown): boolean => error instanceof Error && 'code' in error && UNDEFINED_TABLE.includes(String(error.code))
