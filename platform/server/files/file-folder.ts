import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { currentLog } from '../log/log.ts'
import type { Files, StoredFile } from './files.ts'
import { clearOldFiles } from './temp-files.ts'

/** Files that are not whole yet. */
const INCOMING = 'incoming/'
const CLEAR_MS = 15 * 60_000

/** Opens a folder as a file store. Files are written under another name and then renamed, so they appear whole or not at all. */
export function openFolder(root: string): Files {
  mkdirSync(root, { recursive: true })
  let cleared_ms = 0
  /** Writes a file under a new name. A process that is killed while it writes leaves its file behind, and a later write deletes it. */
  const receive = async (write: (path: string) => Promise<void>) => {
    const folder = join(root, INCOMING)
    const path = join(folder, randomUUID())
    await inFolder(folder, async () => {
      if (Date.now() - cleared_ms > CLEAR_MS) {
        cleared_ms = Date.now()
        await clearOldFiles(folder, cleared_ms)
      }
      await write(path)
    })
    return path
  }
  return {
    put: async (key, bytes) => {
      const whole = await receive((path) => writeFile(path, bytes))
      await moveTo(join(root, key), whole)
    },
    putFile: async (key, path) => {
      const whole = await receive((received) => copyFile(path, received))
      await moveTo(join(root, key), whole)
    },
    bytes: (key) => readFile(join(root, key)),
    stream: async (key, range) => {
      const path = join(root, key)
      // A missing file must fail here, not in the middle of an answer.
      await stat(path)
      return createReadStream(path, range)
    },
    size: async (key) => (await stat(join(root, key)).catch(unlessMissing))?.size,
    delete: (key) => rm(join(root, key), { force: true }),
    list: () => filesIn(root, ''),
    isReachable: async () => {
      const found = await stat(root).catch((err: unknown) => {
        currentLog().warn({ err }, 'the file store does not answer')
        return undefined
      })
      return found?.isDirectory() ?? false
    }
  }
}

const moveTo = (path: string, whole: string): Promise<void> => inFolder(dirname(path), () => rename(whole, path))

/** Most folders exist already, so the folder is only made after work that missed it. A restore or a person may have removed it. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    unlessMissing(error)
    await mkdir(folder, { recursive: true })
    await work()
  }
}

/** A folder's name sorts with the slash that follows it, so the keys come in the order of their bytes. */
async function* filesIn(root: string, prefix: string): AsyncIterable<StoredFile> {
  const entries = (await readdir(join(root, prefix), { withFileTypes: true })).map((entry) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name
  )
  for (const name of entries.sort((a, b) => (a < b ? -1 : 1))) {
    const key = `${prefix}${name}`
    if (key === INCOMING) continue
    if (name.endsWith('/')) yield* filesIn(root, key)
    else {
      const found = await stat(join(root, key), { bigint: true }).catch(unlessMissing)
      if (found) yield { key, size: Number(found.size), version: `${found.mtimeNs}.${found.ino}` }
    }
  }
}

/** A file may be deleted between the listing and the look at it. */
function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
