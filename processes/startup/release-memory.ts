import { collectGarbage } from '#platform/server/collect-garbage.ts'

/** Soon, but not while the first visitors wait, in milliseconds. */
const WAIT_MS = 2000

/**
 * Starting leaves about 100 MB of garbage, which V8 would keep until much more is allocated. After one collection, V8 gives the memory back by
 * itself, some seconds later and in small steps.
 */
export function releaseMemoryOnceStarted(): void {
  setTimeout(collectGarbage, WAIT_MS).unref()
}
