import { mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** No upload and no drawing takes as long. */
const OLD_MS = 60 * 60_000
const EVERY_MS = 15 * 60_000

/** Deletes what nothing has written to for an hour: whoever made it is gone. Those in use stay, other processes' too. */
export async function clearOldFiles(folder: string, now_ms: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && now_ms - found.mtimeMs > OLD_MS) await rm(path, { recursive: true, force: true })
  }
}

/** A process that is killed in the middle of an upload leaves it behind as it came, an ID too: cleared at the start and every 15 minutes, by the machine's clock. */
export function keepClear(app: FastifyInstance, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const clear = () => clearOldFiles(folder, Date.now()).catch((err: unknown) => app.log.warn({ err }, 'temporary files'))
  const timer = setInterval(() => void clear(), EVERY_MS).unref()
  app.addHook('onReady', clear)
  app.addHook('onClose', async () => clearInterval(timer))
}
