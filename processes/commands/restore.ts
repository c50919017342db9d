import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openFiles } from '#platform/server/files/file-store.ts'
import { openDatabase } from '../backup/open-database.ts'
import { showBytes, showCount } from '../backup/progress.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { grantApp, roleOf } from '../database/app-role.ts'
import { readCommandSettings } from '../settings/read-settings.ts'
import { codeOf, StartError } from '../startup/start-error.ts'

const USAGE = 'npm run restore -- DIR [--backup NAME] [--replace] [--secrets FOLDER]'

/** `npm run restore -- DIR` restores the newest backup of a folder, or the one named. Exit code 1 if it did not: the rows are then as they were. */
try {
  const order = readOrder(process.argv.slice(2))
  const settings = readCommandSettings(process.env)
  const database = await openDatabase(settings, 'restore')
  try {
    const { url } = database
    const place = { url, files: openFiles(settings.files_url), data_dir: settings.data_dir, env: process.env }
    const { name, tables, files } = await restoreBackup({ ...order, ...place, say: console.log })
    // The embedded database gets its second role at the start.
    if (settings.database_url && roleOf(settings.database_url) !== roleOf(url)) await grantApp(url, roleOf(settings.database_url))
    console.log(
      `Backup ${name} is restored: ${tables.length} tables, ${showCount(files.count, 'file')}, ${showBytes(files.bytes)}. Every hash matches, and the ledger is intact. Run: npm start`
    )
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof StartError || codeOf(error)?.startsWith('ERR_PARSE_ARGS') ? (error as Error).message : error)
  process.exitCode = 1
}

function readOrder(words: string[]) {
  const options = { backup: { type: 'string' }, replace: { type: 'boolean', default: false }, secrets: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  const [dir, ...others] = positionals
  if (dir === undefined || others.length > 0) throw new StartError(`Name one folder: ${USAGE}`)
  return {
    root: resolve(dir),
    name: values.backup,
    replace: values.replace,
    secrets_apart: values.secrets === undefined ? undefined : resolve(values.secrets)
  }
}
