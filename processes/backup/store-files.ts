import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Files, StoredFile } from '#platform/server/files/files.ts'
import { blobPath, makeFolder } from './backup-folder.ts'
import { digesting } from './digest.ts'
import { batched, type Entry, joined, lineOf } from './file-list.ts'

/** Files that are read at the same time. */
const PARALLEL = 8

export type Pass = {
  root: string
  files: Files
  /** What earlier backups have stored, in the order of the keys. */
  known: AsyncIterable<Entry>
  /** Reads every file again instead of trusting its size and version. */
  verify?: boolean
  /** Keeps what is known and has been deleted from the store since. */
  keepsDeleted?: boolean
  onFile?: (file: StoredFile, wasRead: boolean) => void
}

/** Stores what is new or changed, and yields every file with its hash, in the order of the keys. */
export async function* storeFiles(pass: Pass): AsyncIterable<Entry> {
  for await (const batch of batched(joined(pass.files.list(), pass.known), PARALLEL)) {
    const stored = await Promise.all(
      batch.map(({ left, right }) => (left ? storeFile(pass, left, right) : pass.keepsDeleted ? right : undefined))
    )
    for (const entry of stored) if (entry) yield entry
  }
}

/** Returns undefined for a file that was deleted since it was listed. */
async function storeFile(pass: Pass, file: StoredFile, known: Entry | undefined): Promise<Entry | undefined> {
  const isKnown = known?.size === file.size && known.version === file.version && !pass.verify && isStored(pass.root, known)
  if (isKnown) {
    pass.onFile?.(file, false)
    return known
  }
  try {
    const entry = await readInto(pass, file)
    pass.onFile?.(file, true)
    return entry
  } catch (error) {
    if ((await pass.files.size(file.key)) !== undefined) throw error
    return pass.keepsDeleted ? known : undefined
  }
}

const isStored = (root: string, { sha256, size }: Entry): boolean =>
  statSync(blobPath(root, sha256), { throwIfNoEntry: false })?.size === size

/** Writes under another name and renames, so that a file named by its hash is always whole. */
async function readInto({ root, files }: Pass, { key, size, version }: StoredFile): Promise<Entry> {
  const whole = join(root, 'unfinished', randomUUID())
  const content = digesting()
  try {
    await pipeline(await files.stream(key), content.through, createWriteStream(whole, { flush: true, mode: 0o600 }))
    const { bytes, sha256 } = content.result()
    const path = blobPath(root, sha256)
    if (bytes !== size && bytes !== (await files.size(key)))
      throw new Error(`The file store sent ${bytes} bytes of ${key} instead of ${size}.`)
    if (statSync(path, { throwIfNoEntry: false })?.size !== bytes) {
      if (!existsSync(dirname(path))) makeFolder(dirname(path))
      await rename(whole, path)
    }
    // What was replaced while it was read is read again by the next pass.
    return { key, size: bytes, version: bytes === size ? version : 'changing', sha256 }
  } finally {
    await rm(whole, { force: true })
  }
}

/** Writes entries to the list of an interrupted backup as they come, so that the next run knows them. */
export async function* noted(path: string, entries: AsyncIterable<Entry>): AsyncIterable<Entry> {
  const list = await open(path, 'w', 0o600)
  try {
    for await (const entry of entries) {
      await list.write(lineOf(entry))
      yield entry
    }
  } finally {
    await list.close()
  }
}
