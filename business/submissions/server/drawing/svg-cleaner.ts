import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createFairQueue, currentLog } from '#platform/server/index.ts'
import type { CleanedSvg } from './clean-svg.ts'

const TIMEOUT_MS = 30_000
const CLEANED_AT_ONCE = 3
/** An idle thread takes 100 MB. */
const IDLE_MS = 30_000
const UNANSWERED = { ok: false, reason: 'unanswered' } as const

const limitConcurrency = createFairQueue(CLEANED_AT_ONCE)
/** Threads that are waiting for a file, each with the timer that ends it. */
const idle = new Map<Worker, NodeJS.Timeout>()

/** `unanswered`: it took too long or crashed the thread. */
export type CleanedAside = CleanedSvg | typeof UNANSWERED

/** Cleans an SVG in a worker thread with its own limits, so that no file can block or crash the server process. */
export const cleanSvgAside = (text: string, artist: string): Promise<CleanedAside> => limitConcurrency(artist, () => cleanSvgNow(text))

/** Cleans an SVG like `cleanSvgAside`, without waiting for uploads: the caller limits how many. A thread that fails or times out is not reused; the next file gets a new one. */
export async function cleanSvgNow(text: string): Promise<CleanedAside> {
  const thread = takeIdle() ?? startWorker()
  const timeout = setTimeout(() => void thread.terminate(), TIMEOUT_MS)
  const answered = new AbortController()
  const { signal } = answered
  thread.postMessage(text)
  try {
    const gone = once(thread, 'exit', { signal }).then(() => undefined)
    const answer = await Promise.race([once(thread, 'message', { signal }), gone])
    if (answer) idle.set(thread, setTimeout(() => void thread.terminate(), IDLE_MS).unref())
    else currentLog().warn({ limit_ms: TIMEOUT_MS }, 'the thread that cleans SVGs ended before it answered')
    return answer?.[0] ?? UNANSWERED
  } catch (err) {
    currentLog().warn({ err }, 'the thread that cleans SVGs failed')
    return UNANSWERED
  } finally {
    clearTimeout(timeout)
    answered.abort()
  }
}

/** Returns the thread that became idle last, so that the others can end. */
function takeIdle(): Worker | undefined {
  const [thread, timer] = [...idle].at(-1) ?? []
  clearTimeout(timer)
  if (thread) idle.delete(thread)
  return thread
}

/** Runs from its source file, which is not part of the bundle. */
function startWorker(): Worker {
  const started = new Worker(join(process.cwd(), 'business/submissions/server/drawing/svg-worker.ts'), {
    execArgv: [],
    // No secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 4 }
  })
  started.unref()
  // Reported by the file that it was cleaning.
  started.on('error', () => {})
  started.on('exit', () => {
    clearTimeout(idle.get(started))
    idle.delete(started)
  })
  return started
}
