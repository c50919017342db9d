import { join } from 'node:path'
import { codeOf, StartError } from '../startup/start-error.ts'
import { backupPath, blobPath } from './backup-folder.ts'
import { sha256OfFile } from './digest.ts'
import { batched, readList } from './file-list.ts'
import { LIST, type Manifest, readManifest } from './manifest.ts'
import { fileProgress, type Say } from './progress.ts'

const PARALLEL = 8

/** Reads what says what is in the backup. Throws if that is damaged. */
export async function openBackup(root: string, name: string): Promise<Manifest> {
  const folder = backupPath(root, name)
  const manifest = readManifest(folder)
  await requireHash(join(folder, LIST), manifest.files.list_sha256)
  return manifest
}

/** Reads every byte of a backup and compares it with its hash. Throws if anything is damaged or missing. */
export async function verifyBackup(root: string, { name, tables, files }: Manifest, say: Say): Promise<void> {
  const folder = backupPath(root, name)
  for (const { stored } of tables) await requireHash(join(folder, stored.file), stored.sha256)
  const progress = fileProgress(say, 'Checking the backup', files)
  for await (const batch of batched(readList(join(folder, LIST)), PARALLEL)) {
    await Promise.all(batch.map(({ sha256 }) => requireHash(blobPath(root, sha256), sha256)))
    for (const entry of batch) progress(entry)
  }
}

async function requireHash(path: string, sha256: string): Promise<void> {
  const found = await sha256OfFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new StartError(`The backup is damaged: ${path} is missing.`)
    throw error
  })
  if (found !== sha256) throw new StartError(`The backup is damaged: ${path} does not match its hash.`)
}
