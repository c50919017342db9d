import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '#processes/startup/start-error.ts'

const READY_MS = 180_000

/** Waits until a check is true. An error counts as "not yet". */
export async function until(what: string, check: () => Promise<boolean>, { within = READY_MS, every = 200 } = {}): Promise<void> {
  let last: unknown
  for (const end = Date.now() + within; Date.now() < end; await wait(every)) {
    try {
      if (await check()) return
    } catch (error) {
      last = error
    }
  }
  throw new StartError(`${what}: not within ${within / 1000} seconds. See the folder "logs". ${last instanceof Error ? last.message : ''}`)
}

export const answers =
  (url: string, status = 200) =>
  async (): Promise<boolean> =>
    (await fetch(url, { signal: AbortSignal.timeout(2000) })).status === status
