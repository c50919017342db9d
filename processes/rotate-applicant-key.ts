import { parseArgs } from 'node:util'
import { rewrapAll } from '#careers/server/keys.service.ts'
import { keyRing } from '#careers/server/sealing.ts'
import { connect } from '#platform/database/connect.ts'
import type { Ctx } from '#platform/server/index.ts'
import { requireDatabase } from './database.ts'
import { databaseUrl } from './database-url.ts'
import { APPLICANT_KEYS, addKeptKey } from './secrets.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'

/** `npm run applicants:rotate-key`: a new key in front of the kept ones. With `-- --rewrap`: the keys of all files under the newest, now instead of at night. */
try {
  const { values } = parseArgs({ options: { rewrap: { type: 'boolean', default: false } } })
  if (values.rewrap) await rewrap()
  else add()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function add(): void {
  if (process.env['APPLICANT_KEYS'])
    throw new StartError(
      'APPLICANT_KEYS is set: put a new key in front of it there, for example from `openssl rand -base64 32`, and a comma.'
    )
  const { data_dir } = readSettings(process.env)
  const count = addKeptKey(data_dir, APPLICANT_KEYS)
  console.log(`${data_dir}/secrets.json now holds ${count} keys of applicants' files, the newest first. Back it up.`)
  console.log('Restart every process of the product: new files then use the new key, and the next night puts the older ones under it.')
  console.log('To do that at once, after the restart: npm run applicants:rotate-key -- --rewrap')
}

async function rewrap(): Promise<void> {
  const url = databaseUrl(process.env)
  await requireDatabase(url)
  const db = connect(url, 2)
  try {
    const ring = keyRing(readSettings(process.env).applicant_keys)
    // The parts' own list would bring their mails, which only the built server can load.
    const ctx = { db, ports: { applicants: { keys: ring } }, now: new Date(), afterCommit: () => {} } as unknown as Ctx
    const { rewrapped, current, held } = await rewrapAll(ctx)
    console.log(`${rewrapped} files were put under the key ${current}.`)
    for (const { key_id, count, is_known } of held)
      console.log(`${key_id} holds ${count} files${is_known ? '' : ', and is not among the keys given'}.`)
    const unused = ring.filter(({ id }) => !held.some(({ key_id }) => key_id === id))
    for (const { id } of unused) console.log(`${id} holds no file: keep it only for backups made before today.`)
    if (held.some(({ is_known }) => !is_known)) process.exitCode = 1
  } finally {
    await db.destroy()
  }
}
