import { parseArgs } from 'node:util'
import { rewrapTotpKeys } from '#accounts/server/second-factor/totp-keys.service.ts'
import { rewrapAll } from '#careers/server/keys.service.ts'
import { rewrapWebhookSecrets } from '#developers/server/webhooks/secret-keys.service.ts'
import { connect } from '#platform/database/connect.ts'
import type { Ctx } from '#platform/server/index.ts'
import { keyRing } from '#platform/server/sealing.ts'
import { requireDatabase } from '../database/database.ts'
import { readCommandSettings } from '../settings/read-settings.ts'
import { APPLICANT_KEYS, addStoredKey } from '../settings/stored-secrets.ts'
import { StartError } from '../startup/start-error.ts'
import { databaseUrl } from './database-url.ts'

/** `npm run applicants:rotate-key` adds a new key in front of the stored ones. With `-- --rewrap`, it re-encrypts all file keys with the newest key immediately. */
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
  const { data_dir } = readCommandSettings(process.env)
  const count = addStoredKey(data_dir, APPLICANT_KEYS)
  console.log(`${data_dir}/secrets.json now contains ${count} keys for applicants' files, newest first. Back it up.`)
  console.log('Restart every process: new files then use the new key, and the nightly job re-encrypts the keys of older files.')
  console.log('To re-encrypt them immediately after the restart, run: npm run applicants:rotate-key -- --rewrap')
}

async function rewrap(): Promise<void> {
  const url = databaseUrl(process.env)
  await requireDatabase(url)
  const db = connect(url, 2)
  try {
    const ring = keyRing(readCommandSettings(process.env).applicant_keys)
    // The part registry would import the email templates, which only the built server can load.
    const ctx = {
      db,
      ports: { applicants: { keys: ring }, secrets: { keys: ring } },
      now: new Date(),
      afterCommit: () => {}
    } as unknown as Ctx
    const { rewrapped, current, held } = await rewrapAll(ctx)
    const secrets = await rewrapTotpKeys(ctx)
    const webhooks = await rewrapWebhookSecrets(ctx)
    console.log(
      `Re-encrypted the keys of ${rewrapped} files and ${secrets} secrets of authenticator apps, and ${webhooks} of webhooks, with the key ${current}.`
    )
    for (const { key_id, count, is_known } of held)
      console.log(`${key_id} is used by ${count} files${is_known ? '' : ', but is not among the given keys'}.`)
    const unused = ring.filter(({ id }) => !held.some(({ key_id }) => key_id === id))
    for (const { id } of unused) console.log(`${id} is not used by any file: keep it only for backups made before today.`)
    if (held.some(({ is_known }) => !is_known)) process.exitCode = 1
  } finally {
    await db.destroy()
  }
}
