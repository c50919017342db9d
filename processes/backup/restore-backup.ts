import { join } from 'node:path'
import type { Files } from '#platform/server/files/files.ts'
import { onDatabase } from '../database/database.ts'
import { messageOf } from '../doctor/check.ts'
import { StartError } from '../startup/start-error.ts'
import { backupPath, blobPath, completeBackups, lockFolder, requireBackupFolder } from './backup-folder.ts'
import { sha256Of } from './digest.ts'
import { batched, type Entry, joined, readList } from './file-list.ts'
import { loadTables } from './load-tables.ts'
import { LIST, type Manifest } from './manifest.ts'
import { fileProgress, type Say } from './progress.ts'
import { createSchema, requireSameTables, requireTarget } from './restore-target.ts'
import { overridden, readSecrets, restoreSecrets, secretsPath } from './secrets.ts'
import { openBackup, verifyBackup } from './verify-backup.ts'

const PARALLEL = 8

export type RestoreOrder = {
  /** Of the database, as its owner. */
  url: string
  files: Files
  data_dir: string
  root: string
  /** The name of the backup; undefined for the newest. */
  name?: string | undefined
  /** Whether the target's rows and files may be lost. */
  replace?: boolean
  secrets_apart?: string | undefined
  env: NodeJS.ProcessEnv
  say: Say
}

/** Restores a backup: first its files, which harm nothing without their rows, and then all rows in one transaction. Interrupted, it can be run again. */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  const { root, say } = order
  requireBackupFolder(root)
  const unlock = lockFolder(root)
  try {
    const name = choose(root, order.name)
    say(`Restoring ${name}.`)
    const manifest = await openBackup(root, name)
    const target = await requireTarget({ ...order, manifest, hasOtherFiles: () => hasOtherFiles(order, name) })
    const secrets = readSecrets(secretsPath(backupPath(root, name), name, order.secrets_apart), manifest.secrets_sha256)
    await verifyBackup(root, manifest, say)
    if (!target.hasSchema) await createSchema(order.url, manifest)
    await requireSameTables(order.url, manifest)
    await putFiles(order, name, manifest)
    // Into an empty place, the secrets come first: rows without their keys would be a restore that looks whole.
    if (!order.replace) restoreSecrets(order.data_dir, secrets, { keepsKeys: false })
    await loadTables(order.url, backupPath(root, name), manifest, (done, total) => {
      if (done % 20 === 0) say(`Database: ${done} of ${total} tables`)
    })
    if (order.replace) {
      restoreSecrets(order.data_dir, secrets, { keepsKeys: true })
      await deleteOtherFiles(order, name)
    }
    await analyze(order)
    for (const line of overridden(secrets, order.env)) say(`Warning: ${line}`)
    return manifest
  } finally {
    unlock()
  }
}

/** The restored rows are complete without it: only the first queries may be slow. */
async function analyze({ url, say }: RestoreOrder): Promise<void> {
  try {
    await onDatabase(url, (client) => client.query('analyze'))
  } catch (error) {
    say(`Warning: PostgreSQL could not analyze the restored tables (${messageOf(error)}). It does so by itself within minutes.`)
  }
}

function choose(root: string, asked: string | undefined): string {
  const names = completeBackups(root)
  const name = asked ?? names.at(-1)
  if (name === undefined) throw new StartError(`There is no complete backup in ${root}.`)
  if (!names.includes(name)) throw new StartError(`There is no backup ${name} in ${root}. There are: ${names.join(', ') || 'none'}.`)
  return name
}

const listOf = (root: string, name: string): AsyncIterable<Entry> => readList(join(backupPath(root, name), LIST))

/** A file of the same key and size may be from a restore that was interrupted. */
async function hasOtherFiles({ files, root }: RestoreOrder, name: string): Promise<boolean> {
  for await (const { left, right } of joined(files.list(), listOf(root, name))) if (left && left.size !== right?.size) return true
  return false
}

async function putFiles({ files, root, say }: RestoreOrder, name: string, manifest: Manifest): Promise<void> {
  const progress = fileProgress(say, 'Files', manifest.files)
  for await (const batch of batched(joined(files.list(), listOf(root, name)), PARALLEL))
    await Promise.all(
      batch.map(async ({ left, right }) => {
        if (!right) return
        const isThere = left?.size === right.size && (await sha256Of(await files.stream(right.key))) === right.sha256
        if (!isThere) await files.putFile(right.key, blobPath(root, right.sha256), 'application/octet-stream')
        progress(right)
      })
    )
}

async function deleteOtherFiles({ files, root }: RestoreOrder, name: string): Promise<void> {
  for await (const { left, right } of joined(files.list(), listOf(root, name))) if (left && !right) await files.delete(left.key)
}
