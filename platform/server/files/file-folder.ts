import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { currentLog } from '../log/log.ts'
import type { Files } from './files.ts'

/** Opens a folder as a file store. Files are written under another name and then renamed, so they appear whole or not at all. */
export function openFolder(root: string): Files {
  mkdirSync(root, { recursive: true })
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  const incoming = () => `incoming/${randomUUID()}`
  return {
    put: async (key, bytes) => {
      const whole = incoming()
      await disk.put(whole, bytes)
      await disk.move(whole, key)
    },
    putFile: async (key, path) => {
      const whole = incoming()
      await disk.copyFromFs(path, whole)
      await disk.move(whole, key)
    },
    bytes: (key) => readFile(join(root, key)),
    stream: async (key, range) => {
      const path = join(root, key)
      // A missing file must fail here, not in the middle of an answer.
      await stat(path)
      return createReadStream(path, range)
    },
    size: async (key) => ((await disk.exists(key)) ? (await disk.getMetaData(key)).contentLength : undefined),
    delete: (key) => disk.delete(key),
    isReachable: async () => {
      const found = await stat(root).catch((err: unknown) => {
        currentLog().warn({ err }, 'the file store does not answer')
        return undefined
      })
      return found?.isDirectory() ?? false
    }
  }
}
