import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openFiles } from '#platform/server/files/file-store.ts'
import { makeBackup, type Summary } from '../backup/make-backup.ts'
import { openDatabase } from '../backup/open-database.ts'
import { showBytes, showCount } from '../backup/progress.ts'
import { readCommandSettings } from '../settings/read-settings.ts'
import { codeOf, StartError } from '../startup/start-error.ts'

const USAGE = 'npm run backup -- DIR [--keep 14] [--verify] [--secrets FOLDER]'
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** `npm run backup -- DIR` adds a backup of the database, the files, and the secrets to a folder. Exit code 1 if there is no new backup. */
try {
  const order = readOrder(process.argv.slice(2))
  const settings = readCommandSettings(process.env)
  const { files_url } = settings
  if (!files_url.startsWith('s3://') && `${order.root}/`.startsWith(`${files_url}/`))
    throw new StartError(`${order.root} is inside the file store: use another folder, if possible on another disk.`)
  const database = await openDatabase(settings, 'back up')
  try {
    const files = openFiles(files_url)
    report(await makeBackup({ ...order, url: database.url, files, settings, say: console.log }), order.root)
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(explained(error))
  process.exitCode = 1
}

function readOrder(words: string[]) {
  const options = { keep: { type: 'string' }, verify: { type: 'boolean', default: false }, secrets: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  const [dir, ...others] = positionals
  if (dir === undefined || others.length > 0) throw new StartError(`Name one folder: ${USAGE}`)
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && (!Number.isInteger(keep) || keep < 1)) throw new StartError(`--keep is "${values.keep}": use a number from 1.`)
  return {
    root: resolve(dir),
    keep,
    verify: values.verify,
    secrets_apart: values.secrets === undefined ? undefined : resolve(values.secrets)
  }
}

function report({ name, files, read, bytes, bytes_read, tables, pruned, secrets }: Summary, root: string): void {
  if (pruned.length > 0) console.log(`Deleted ${showCount(pruned.length, 'older backup')}: ${pruned.join(', ')}.`)
  console.log(
    `${secrets} contains the keys that open applicants' IDs and resumes. Whoever has it and the backup can read them; without it, nobody can.`
  )
  console.log(
    `Backup ${name} in ${root} is complete: ${tables} tables, ${showCount(files, 'file')}, ${showBytes(bytes)}. New: ${showCount(read, 'file')}, ${showBytes(bytes_read)}.`
  )
}

function explained(error: unknown): unknown {
  if (FULL.includes(codeOf(error) ?? ''))
    return 'The disk of the backup is full. There is no new backup; the earlier ones are whole. Make room and run this again: it continues.'
  return error instanceof StartError || codeOf(error)?.startsWith('ERR_PARSE_ARGS') ? (error as Error).message : error
}
