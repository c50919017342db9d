import { parseArgs } from 'node:util'
import { verifyArchives } from '#accounts/server/audit/archive.service.ts'
import { verifyAudit } from '#accounts/server/audit/seals.service.ts'
import { type Checkpoint, verify } from '#ledger/server/verify.service.ts'
import { type Connection, connect } from '#platform/database/connect.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import { requireDatabase } from '../database/database.ts'
import { readCommandSettings } from '../settings/read-settings.ts'
import { StartError } from '../startup/start-error.ts'
import { databaseUrl } from './database-url.ts'

const BROKEN = 1
const NOT_CHECKED = 2
const number = new Intl.NumberFormat('en-US')
const KNOWN = /^(\d{1,15}):([0-9a-f]{64})$/i

/**
 * `npm run ledger:verify [-- --known 17:ab12… --known-audit 80:cd34…]` checks that the ledger and the audit log, with the files of its old
 * entries, are unchanged. Exit code 1 if one is
 * not, 2 if it could not be read.
 */
try {
  const { values } = parseArgs({ options: { known: { type: 'string' }, 'known-audit': { type: 'string' } } })
  const known = { ledger: readCheckpoint('--known', values.known), audit: readCheckpoint('--known-audit', values['known-audit']) }
  const url = databaseUrl(process.env)
  await requireDatabase(url)
  process.exitCode = await run(url, known)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = NOT_CHECKED
}

type Known = { ledger: Checkpoint | undefined; audit: Checkpoint | undefined }

async function run(url: string, known: Known): Promise<number> {
  const db = connect(url, 1)
  try {
    return Math.max(await verifyBooks(db, known.ledger), await verifyLog(db, known.audit))
  } finally {
    await db.destroy()
  }
}

async function verifyBooks(db: Connection, checkpoint: Checkpoint | undefined): Promise<number> {
  const verdict = await verify(db, checkpoint)
  const counts = `${number.format(verdict.transactions)} transactions, ${number.format(verdict.lines)} lines`
  if (!verdict.whole) {
    console.error(`The ledger is broken: ${verdict.broken}. Before it: ${counts}.`)
    return BROKEN
  }
  const { position, hash } = verdict.head
  console.log(`The ledger is intact: ${counts}, every transaction sums to zero, every seal matches.`)
  console.log(`Head ${position}:${hash}`)
  console.log(
    `Store this outside the database. Later it proves that nothing before it was rewritten: npm run ledger:verify -- --known ${position}:${hash}`
  )
  return 0
}

async function verifyLog(db: Connection, known: Checkpoint | undefined): Promise<number> {
  const { entries, archived, head, broken } = await verifyAudit(db, known)
  const counts = `${number.format(entries)} entries, ${number.format(archived)} archived ones`
  const damaged = await verifyArchives(db, () => openFiles(readCommandSettings(process.env).files_url))
  if (broken !== undefined) console.error(`The audit log is broken: ${broken}. Before it: ${counts}.`)
  for (const problem of damaged) console.error(`The audit log is broken: ${problem}.`)
  if (broken !== undefined || damaged.length > 0) return BROKEN
  console.log(`The audit log is intact: ${counts}, every seal and every file matches.`)
  console.log(`Its head is ${head.position}:${head.hash}. Later: npm run ledger:verify -- --known-audit ${head.position}:${head.hash}`)
  return 0
}

function readCheckpoint(option: string, typed: string | undefined): Checkpoint | undefined {
  if (typed === undefined) return undefined
  const [, position, hash] = KNOWN.exec(typed) ?? []
  if (position === undefined || hash === undefined)
    throw new StartError(`${option} needs a head as this command prints it, such as 17:ab12…`)
  return { position: Number(position), hash }
}
