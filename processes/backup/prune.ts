import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupPath, completeBackups, unfinishedPath } from './backup-folder.ts'
import { readList } from './file-list.ts'
import { LIST } from './manifest.ts'
import { secretsPath } from './secrets.ts'

/** Deletes the oldest backups until `keep` are left, and the files that no remaining one names. Returns the names of the deleted backups. */
export async function prune(root: string, keep: number, secrets_apart: string | undefined): Promise<string[]> {
  const names = completeBackups(root)
  const dropped = names.slice(0, Math.max(0, names.length - keep))
  if (dropped.length === 0) return []
  const used = await hashesOf(root, names.slice(dropped.length))
  for (const name of dropped) {
    // From here on it is not complete: were this process killed now, the next backup would delete the rest.
    renameSync(backupPath(root, name), unfinishedPath(root, name))
    if (secrets_apart !== undefined) rmSync(secretsPath(root, name, secrets_apart), { force: true })
    rmSync(unfinishedPath(root, name), { recursive: true })
  }
  for (const shard of readdirSync(join(root, 'files'))) {
    const unused = readdirSync(join(root, 'files', shard)).filter((sha256) => !used.has(sha256))
    for (const sha256 of unused) rmSync(join(root, 'files', shard, sha256))
  }
  return dropped
}

async function hashesOf(root: string, names: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (const name of names) for await (const { sha256 } of readList(join(backupPath(root, name), LIST))) used.add(sha256)
  return used
}
