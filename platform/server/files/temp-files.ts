import { mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** No upload and no drawing takes this long. */
const MAX_AGE_MS = 60 * 60_000
const INTERVAL_MS = 15 * 60_000

/** Deletes files that nothing has written to for an hour: their process is gone. Files in use stay, including those of other processes. */
export async function clearOldFiles(folder: string, now_ms: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && now_ms - found.mtimeMs > MAX_AGE_MS) await rm(path, { recursive: true, force: true })
  }
}

/** Clears the temporary folder at the start and every 15 minutes. A process that is killed during an upload leaves the unencrypted file behind, which may be an ID. */
export function keepClear(app: FastifyInstance, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const clear = () => clearOldFiles(folder, Date.now()).catch((err: unknown) => app.log.warn({ err }, 'clearing temporary files failed'))
  const timer = setInterval(() => void clear(), INTERVAL_MS).unref()
  app.addHook('onReady', clear)
  app.addHook('onClose', async () => clearInterval(timer))
}
