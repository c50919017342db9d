import { parseArgs } from 'node:util'
import { type Known, verify } from '#ledger/server/verify.service.ts'
import { connect } from '#platform/database/connect.ts'
import { requireDatabase } from './database.ts'
import { databaseUrl } from './database-url.ts'
import { StartError } from './start-error.ts'

const BROKEN = 1
const NOT_CHECKED = 2
const number = new Intl.NumberFormat('en-US')
const KNOWN = /^(\d{1,15}):([0-9a-f]{64})$/i

/** `npm run ledger:verify [-- --known 17:ab12…]`: whether the book is as it was written. Exit code 1 where it is not, 2 where it could not be read. */
try {
  const { values } = parseArgs({ options: { known: { type: 'string' } } })
  const known = values.known === undefined ? undefined : readKnown(values.known)
  const url = databaseUrl(process.env)
  await requireDatabase(url)
  process.exitCode = await run(url, known)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = NOT_CHECKED
}

async function run(url: string, known: Known | undefined): Promise<number> {
  const db = connect(url, 1)
  try {
    const verdict = await verify(db, known)
    const counts = `${number.format(verdict.transactions)} transactions, ${number.format(verdict.lines)} lines`
    if (!verdict.whole) {
      console.error(`The ledger is broken: ${verdict.broken}. Before it: ${counts}.`)
      return BROKEN
    }
    const { position, hash } = verdict.head
    console.log(`The ledger is whole: ${counts}, every transaction sums to zero, every seal fits.`)
    console.log(`Head ${position}:${hash}`)
    console.log(
      `Kept elsewhere, it proves later that nothing before it was written anew: npm run ledger:verify -- --known ${position}:${hash}`
    )
    return 0
  } finally {
    await db.destroy()
  }
}

function readKnown(typed: string): Known {
  const [, position, hash] = KNOWN.exec(typed) ?? []
  if (position === undefined || hash === undefined) throw new StartError('--known takes a head as it was printed, such as 17:ab12…')
  return { position: Number(position), hash }
}
