import { setTimeout as delay } from 'node:timers/promises'

export type Batches<Item, Result> = {
  /** How long one run works, in milliseconds; the next run continues where it stopped. */
  run_ms: number
  /** Aborted when the process stops: the run then ends after its current item. */
  stopping?: AbortSignal | undefined
  /** Finds the next items. What is done must no longer be found. */
  find(): Promise<readonly Item[]>
  work(item: Item): Promise<Result>
  /** Stores the results of a batch, unless `work` does. */
  store?(results: readonly Result[]): Promise<void>
}

/** Works through what is waiting, in batches. It pauses for as long as it works, to leave time for other jobs. */
export async function runBatches<Item, Result>({ run_ms, stopping, find, work, store }: Batches<Item, Result>): Promise<void> {
  const end = performance.now() + run_ms
  while (performance.now() < end && !stopping?.aborted) {
    const start = performance.now()
    const waiting = await find()
    if (waiting.length === 0) return
    const results: Result[] = []
    for (const item of waiting) {
      if (stopping?.aborted) break
      results.push(await work(item))
    }
    if (results.length > 0) await store?.(results)
    await pause(performance.now() - start, stopping)
  }
}

/** Ends early when the process stops. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  delay(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal?.aborted) throw error
  })
