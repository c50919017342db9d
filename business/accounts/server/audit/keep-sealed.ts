import { currentLog, type Db } from '#platform/server/index.ts'
import { sealEntries } from './seals.service.ts'

/** An entry is sealed at the latest this long after its commit. */
const EVERY_MS = 5000

/** Seals new entries of the audit log every few seconds. A failure, such as a lost database, is logged and tried again. */
export function keepSealed(db: Db): { stop(): void } {
  let timer: NodeJS.Timeout
  let isOver = false
  const run = async () => {
    await sealEntries(db).catch((err: unknown) => currentLog().warn({ err }, 'the audit log could not be sealed, which is tried again'))
    if (!isOver) start()
  }
  const start = () => {
    timer = setTimeout(() => void run(), EVERY_MS).unref()
  }
  start()
  return {
    stop: () => {
      isOver = true
      clearTimeout(timer)
    }
  }
}
