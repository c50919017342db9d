import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../settings/stored-secrets.ts'
import { takePidFile } from '../startup/pid-file.ts'
import { StartError } from '../startup/start-error.ts'

/* A folder of backups:
     easel-backup.json       marks the folder
     lock                    the id of the process that works in it
     files/ab/ab12…          the files of all backups, named by the SHA-256 of their content
     unfinished/TIME/        a backup that is being made, or was interrupted
     backups/TIME/           a complete backup: its manifest, its list of files, its tables, its secrets */

const MARK = 'easel-backup.json'
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

export const blobPath = (root: string, sha256: string): string => join(root, 'files', sha256.slice(0, 2), sha256)
export const backupPath = (root: string, name: string): string => join(root, 'backups', name)
export const unfinishedPath = (root: string, name: string): string => join(root, 'unfinished', name)

/** Returns the name of a backup that starts now. Names sort by time. */
export const nameAt = (now: Date): string => `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Returns the names of the complete backups, oldest first. */
export const completeBackups = (root: string): string[] => namesIn(join(root, 'backups'))

/** Returns the names of the interrupted backups, oldest first. */
export const unfinishedBackups = (root: string): string[] => namesIn(join(root, 'unfinished'))

const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => NAME.test(name))
        .sort()
    : []

/** Makes an empty or missing folder a folder of backups. Throws for a folder with other content. */
export function openForBackup(root: string): void {
  makeFolder(root)
  if (readdirSync(root).length > 0) requireBackupFolder(root)
  else writeWhole(join(root, MARK), '{ "format": 1 }\n')
  for (const name of ['files', 'backups', 'unfinished']) makeFolder(join(root, name))
}

export function requireBackupFolder(root: string): void {
  if (!existsSync(join(root, MARK)))
    throw new StartError(`${root} is not a folder of backups: name an empty folder, or one that npm run backup made.`)
  const format = /"format": (\d+)/.exec(readFileSync(join(root, MARK), 'utf8'))?.[1]
  if (format !== '1') throw new StartError(`${root} was made by another version of Easel (format ${format}).`)
}

/** Only the owner may enter it: a backup contains everything. */
export const makeFolder = (path: string): void => void mkdirSync(path, { recursive: true, mode: 0o700 })

/** Lets one process at a time work in the folder. Returns the function that releases it. */
export function lockFolder(root: string): () => void {
  const file = join(root, 'lock')
  const holder = takePidFile(file, 'processes/')
  if (holder) throw new StartError(`Process ${holder} is working in ${root}: wait until it has finished.`)
  return () => rmSync(file, { force: true })
}

/** Writes the folder's entries to the disk, so that they survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
