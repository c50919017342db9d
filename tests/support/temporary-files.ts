import { accessSync, constants, statfsSync } from 'node:fs'

/** Where Linux has a file system in memory. */
const MEMORY = '/dev/shm'
/** A whole run needs less than half of this, in bytes. */
const ROOM = 6 * 2 ** 30

/**
 * Keeps this process's temporary files, and those of the processes that it starts, in memory, where there is room. Each test file has a
 * database of its own, and on a disk, creating the thousand files of a database takes longer than most tests. TMPDIR, if set, takes precedence.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!process.env['TMPDIR'] && hasRoom()) process.env['TMPDIR'] = MEMORY
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}
