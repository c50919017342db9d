import { parseArgs } from 'node:util'
import { type Checkpoint, verify } from '#ledger/server/verify.service.ts'
import { connect } from '#platform/database/connect.ts'
import { requireDatabase } from '../database/database.ts'
import { StartError } from '../startup/start-error.ts'
import { databaseUrl } from './database-url.ts'

const BROKEN = 1
const NOT_CHECKED = 2
const number = new Intl.NumberFormat('en-US')
const KNOWN = /^(\d{1,15}):([0-9a-f]{64})$/i

/** `npm run ledger:verify [-- --known 17:ab12…]` checks that the ledger is unchanged. Exit code 1 if it is not, 2 if it could not be read. */
try {
  const { values } = parseArgs({ options: { known: { type: 'string' } } })
  const checkpoint = values.known === undefined ? undefined : readCheckpoint(values.known)
  const url = databaseUrl(process.env)
  await requireDatabase(url)
  process.exitCode = await run(url, checkpoint)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = NOT_CHECKED
}

async function run(url: string, checkpoint: Checkpoint | undefined): Promise<number> {
  const db = connect(url, 1)
  try {
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
  } finally {
    await db.destroy()
  }
}

function readCheckpoint(typed: string): Checkpoint {
  const [, position, hash] = KNOWN.exec(typed) ?? []
  if (position === undefined || hash === undefined) throw new StartError('--known needs a head as this command prints it, such as 17:ab12…')
  return { position: Number(position), hash }
}
