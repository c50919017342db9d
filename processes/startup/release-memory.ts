import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Late enough for the first visitors not to wait for it, in milliseconds. */
const STARTED_MS = 2000

/**
 * Starting leaves about 100 MB of garbage, which V8 would keep until much more is allocated. After one collection of about 60 ms, V8 gives the
 * memory back by itself, some seconds later and in small steps.
 */
export function releaseMemoryOnceStarted(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    setFlagsFromString('--no-expose-gc')
    collectGarbage()
  }, STARTED_MS).unref()
}
