import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Files } from '#platform/server/files/files.ts'
import { onDatabase } from '../database/database.ts'
import type { Settings } from '../settings/settings.ts'
import {
  backupPath,
  completeBackups,
  lockFolder,
  makeFolder,
  nameAt,
  openForBackup,
  syncFolder,
  unfinishedBackups,
  unfinishedPath
} from './backup-folder.ts'
import { dumpTables } from './dump-tables.ts'
import { type Entry, merged, readList, readOpenList, writeList } from './file-list.ts'
import { LIST, writeManifest } from './manifest.ts'
import { reportMissing } from './missing-files.ts'
import { fileProgress, type Say, totalOf } from './progress.ts'
import { prune } from './prune.ts'
import { requireKeys, secretsPath, writeSecrets } from './secrets.ts'
import { noted, type Pass, storeFiles } from './store-files.ts'

export type BackupOrder = {
  /** Of the database, as its owner. */
  url: string
  files: Files
  /** The folder of backups. */
  root: string
  settings: Settings
  /** Reads every file again. */
  verify?: boolean
  /** How many backups stay. */
  keep?: number | undefined
  /** A folder for the secrets, apart from the backup. */
  secrets_apart?: string | undefined
  say: Say
}

export type Summary = {
  name: string
  files: number
  read: number
  bytes: number
  bytes_read: number
  tables: number
  pruned: string[]
  secrets: string
}

/**
 * Makes a backup of the database as it is at one moment, and of every file that its rows name. Files are stored before that moment, so
 * that one which is deleted during the backup is in it, and again after it, so that new ones are in it too.
 */
export async function makeBackup(order: BackupOrder): Promise<Summary> {
  openForBackup(order.root)
  const unlock = lockFolder(order.root)
  try {
    return await onDatabase(order.url, (client) => record(client, () => backUp(client, order)))
  } finally {
    unlock()
  }
}

async function backUp(client: pg.ClientBase, order: BackupOrder): Promise<Summary> {
  const { root, say } = order
  await requireKeys(client, order.settings)
  const started = new Date()
  const name = freeName(root, started)
  const folder = unfinishedPath(root, name)
  makeFolder(join(folder, 'tables'))
  const { known, read } = await storeBefore(order, folder)
  const dump = await dumpTables(
    client,
    folder,
    tenths((percent) => say(`Database: ${percent} %`))
  )
  const pass = { ...order, known, keepsDeleted: true, verify: false, onFile: count(read) }
  const { count: files, bytes, sha256 } = await writeList(join(folder, LIST), storeFiles(pass))
  await reportMissing(client, folder, say)
  const path = secretsPath(folder, name, order.secrets_apart)
  const secrets_sha256 = writeSecrets(path, order.settings)
  const times = { started_at: started.toISOString(), finished_at: new Date().toISOString() }
  writeManifest(folder, { name, ...times, ...dump, files: { count: files, bytes, list_sha256: sha256 }, secrets_sha256 })
  await publish(root, name)
  const pruned = order.keep === undefined ? [] : await prune(root, order.keep, order.secrets_apart)
  const stored_bytes = dump.tables.reduce((sum, { stored }) => sum + stored.bytes, 0)
  const secrets = secretsPath(backupPath(root, name), name, order.secrets_apart)
  return { name, files, read: read.files, bytes: bytes + stored_bytes, bytes_read: read.bytes, tables: dump.tables.length, pruned, secrets }
}

/** Two backups in one second get different names. */
function freeName(root: string, now: Date): string {
  const name = nameAt(now)
  const isTaken = existsSync(backupPath(root, name)) || existsSync(unfinishedPath(root, name))
  return isTaken ? freeName(root, new Date(now.getTime() + 1000)) : name
}

type Read = { files: number; bytes: number }

const count =
  (read: Read, then?: (file: { size: number }) => void): NonNullable<Pass['onFile']> =>
  (file, wasRead) => {
    then?.(file)
    if (!wasRead) return
    read.files += 1
    read.bytes += file.size
  }

/** Stores the files before the snapshot. After a pass that read something, a second, short one follows, so that little time lies between the last pass and the snapshot. */
async function storeBefore(order: BackupOrder, folder: string): Promise<{ known: AsyncIterable<Entry>; read: Read }> {
  const read = { files: 0, bytes: 0 }
  const progress = fileProgress(order.say, 'Files', await totalOf(order.files.list()))
  const first = join(folder, 'files-1.ndjson')
  await consume(noted(first, storeFiles({ ...order, known: knownEntries(order.root), onFile: count(read, progress) })))
  if (read.files === 0) return { known: readOpenList(first), read }
  const second = join(folder, 'files-2.ndjson')
  await consume(noted(second, storeFiles({ ...order, verify: false, known: readOpenList(first), onFile: count(read) })))
  return { known: readOpenList(second), read }
}

async function consume(entries: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of entries);
}

/** What the last complete backup and the interrupted ones since then have stored. */
function knownEntries(root: string): AsyncIterable<Entry> {
  const last = completeBackups(root).at(-1)
  const complete = last === undefined ? [] : [readList(join(backupPath(root, last), LIST))]
  const open = unfinishedBackups(root).flatMap((name) =>
    readdirSync(unfinishedPath(root, name))
      .filter((file) => file.startsWith('files-'))
      .map((file) => readOpenList(join(unfinishedPath(root, name), file)))
  )
  return merged([...complete, ...open])
}

/** Makes the backup complete by renaming its folder, after everything is on the disk. */
async function publish(root: string, name: string): Promise<void> {
  const folder = unfinishedPath(root, name)
  for (const file of readdirSync(folder)) if (file.startsWith('files-')) rmSync(join(folder, file))
  for (const shard of readdirSync(join(root, 'files'))) await syncFolder(join(root, 'files', shard))
  for (const path of [join(root, 'files'), join(folder, 'tables'), folder]) await syncFolder(path)
  renameSync(folder, backupPath(root, name))
  await syncFolder(join(root, 'backups'))
  for (const other of readdirSync(join(root, 'unfinished'))) rmSync(join(root, 'unfinished', other), { recursive: true })
}

/** Reports every tenth. */
function tenths(report: (percent: number) => void): (done: number, total: number) => void {
  let shown = -1
  return (done, total) => {
    const reached = Math.floor((done / total) * 10)
    if (reached > shown) report(reached * 10)
    shown = Math.max(shown, reached)
  }
}

/** Notes in the database how the backup ended. */
async function record(client: pg.ClientBase, work: () => Promise<Summary>): Promise<Summary> {
  const note = async (bytes: number, files: number, ok: boolean) => {
    // A database that has not been migrated yet can be backed up too.
    const { rows } = await client.query<{ isThere: boolean }>(`select to_regclass('platform.backup') is not null as "isThere"`)
    if (!rows[0]?.isThere) return
    await client.query('insert into platform.backup (finished_at, bytes, files, ok) values (now(), $1, $2, $3)', [bytes, files, ok])
  }
  try {
    const summary = await work()
    await note(summary.bytes, summary.files, true)
    return summary
  } catch (error) {
    // The connection may be what failed: the first error is the one to report.
    await client
      .query('rollback')
      .then(() => note(0, 0, false))
      .catch(() => {})
    throw error
  }
}
