import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Refusal } from '../refusal.ts'

export type DiskSpace = { free_bytes: number; total_bytes: number }

/** The disk that uploads are written to. */
export interface Disk {
  /** Of the folder with the least room. */
  space(): Promise<DiskSpace>
  /** Whether any folder's disk has less room than LOW_SHARE or LOW_BYTES: sales go on, uploads do not. */
  isLow(): Promise<boolean>
  /** Refuses with 507 what would leave too little room. Call the returned function when the bytes are written or dropped. */
  reserve(bytes: number): Promise<() => void>
}

/** The part of Node's statfs that is needed. */
export type Statfs = (path: string) => Promise<{ bsize: number; blocks: number; bavail: number }>

const LOW_SHARE = 0.05
const LOW_BYTES = 1024 ** 3

export const noRoom = () =>
  new Refusal('storage_full', 507, 'There is no room for new files at the moment. Your file was not stored. Please try again later.')

/** `folders` may be on different disks. */
export function openDisk(folders: readonly string[], readSpace: Statfs = statfs): Disk {
  /** Announced bytes of uploads that are still arriving in this process. */
  let pending = 0
  const spaces = (): Promise<DiskSpace[]> => Promise.all(folders.map((folder) => spaceOf(folder, readSpace)))
  return {
    space: async () => (await spaces()).reduce((least, one) => (one.free_bytes < least.free_bytes ? one : least)),
    // A large disk can be low with more free bytes than a small one has.
    isLow: async () => (await spaces()).some((one) => isLow(one)),
    reserve: async (bytes) => {
      const found = await spaces()
      // Read after the disks: parallel uploads see what the others take.
      const taken = pending + bytes
      if (found.some((one) => isLow(one, taken))) throw noRoom()
      pending += bytes
      return () => {
        pending -= bytes
      }
    }
  }
}

const STEP_BYTES = 64 * 1024 ** 2

/** Passes bytes on, whose number is not known before, while the disk has room for the next ones. */
export async function* withRoom(disk: Disk, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let left = 0
  let release = () => {}
  try {
    for await (const chunk of bytes) {
      if (left < chunk.length) {
        release()
        left = Math.max(STEP_BYTES, chunk.length)
        release = await disk.reserve(left)
      }
      left -= chunk.length
      yield chunk
    }
  } finally {
    release()
  }
}

/** Whether a disk is low, or would be with that many bytes more on it. */
const isLow = ({ free_bytes, total_bytes }: DiskSpace, more = 0): boolean =>
  free_bytes - more < Math.max(LOW_BYTES, total_bytes * LOW_SHARE)

/** A folder that does not exist yet will be on its parent's disk. */
async function spaceOf(folder: string, readSpace: Statfs): Promise<DiskSpace> {
  try {
    const { bsize, blocks, bavail } = await readSpace(folder)
    return { free_bytes: bsize * bavail, total_bytes: bsize * blocks }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || dirname(folder) === folder) throw error
    return spaceOf(dirname(folder), readSpace)
  }
}
