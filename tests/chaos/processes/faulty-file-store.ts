import { setTimeout as wait } from 'node:timers/promises'
import { openFiles as openTrueFiles } from '#platform/server/files/file-store.ts'
import type { Files } from '#platform/server/index.ts'
import { commanded } from './commands.ts'

const SLOW_MS = 150

async function beforeRead(): Promise<void> {
  if (commanded.store === 'away') throw Object.assign(new Error('EIO: i/o error (chaos)'), { code: 'EIO' })
  if (commanded.store === 'slow') await wait(SLOW_MS)
}

async function beforeWrite(): Promise<void> {
  await beforeRead()
  if (commanded.store === 'full') throw Object.assign(new Error('ENOSPC: no space left on device (chaos)'), { code: 'ENOSPC' })
}

/** A process that is killed now has stored the file and told no one. */
async function afterWrite(): Promise<void> {
  if (commanded.store === 'slow') await wait(SLOW_MS)
}

/** Takes the place of the product's `openFiles`. */
export function openFiles(files_url: string): Files {
  const files = openTrueFiles(files_url)
  return {
    put: async (...given) =>
      beforeWrite()
        .then(() => files.put(...given))
        .then(afterWrite),
    putFile: async (...given) =>
      beforeWrite()
        .then(() => files.putFile(...given))
        .then(afterWrite),
    bytes: async (...given) => beforeRead().then(() => files.bytes(...given)),
    stream: async (...given) => beforeRead().then(() => files.stream(...given)),
    size: async (...given) => beforeRead().then(() => files.size(...given)),
    delete: async (...given) => beforeRead().then(() => files.delete(...given)),
    list: () => files.list(),
    isReachable: async () => commanded.store !== 'away' && files.isReachable()
  }
}
