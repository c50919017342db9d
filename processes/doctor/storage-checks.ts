import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { openDisk } from '#platform/server/files/disk.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import type { Settings } from '../settings/settings.ts'
import { type Check, type Finding, messageOf, ok, problem } from './check.ts'

export const storageChecks = (settings: Settings): Check[] => [
  { name: 'Disk', run: () => checkDisk(settings) },
  { name: 'File store', run: () => checkStore(settings.files_url) }
]

const isBucket = (files_url: string): boolean => files_url.startsWith('s3://')

async function checkDisk({ data_dir, files_url }: Settings): Promise<Finding> {
  const disk = openDisk([data_dir, ...(isBucket(files_url) ? [] : [files_url])])
  const { free_bytes, total_bytes } = await disk.space()
  const room = `${gigabytes(free_bytes)} of ${gigabytes(total_bytes)} GB are free`
  if (await disk.isLow()) return problem(room, 'Make room, or add some: with less than 5 % or 1 GB, uploads are refused.')
  return ok(room)
}

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1)

/** Writes, reads, and deletes a file. */
async function checkStore(files_url: string): Promise<Finding> {
  const place = isBucket(files_url) ? `the bucket ${new URL(files_url).host}${new URL(files_url).pathname}` : files_url
  if (!isBucket(files_url) && !isFolder(files_url))
    return problem(`${place} is no folder`, 'Mount or create it, or correct FILES_URL. The first npm start creates the one in DATA_DIR.')
  try {
    await probe(files_url)
    return ok(`${place}: written, read, and deleted a file`)
  } catch (error) {
    return problem(`${place}: ${messageOf(error)}`, 'Check FILES_URL, the rights of this user, and of the key.')
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

async function probe(files_url: string): Promise<void> {
  const files = openFiles(files_url)
  const key = `incoming/doctor-${randomUUID()}`
  const bytes = Buffer.from(key)
  await files.put(key, bytes, 'text/plain')
  try {
    if (!(await files.bytes(key)).equals(bytes)) throw new Error('a file was read back with other content')
  } finally {
    await files.delete(key)
  }
}
