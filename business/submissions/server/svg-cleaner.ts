import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CleanedSvg } from './clean-svg.ts'

const LONGEST_MS = 30_000
const REFUSED: CleanedSvg = { ok: false, reason: 'malformed' }

let worker: Worker | undefined
let lastTurn: Promise<unknown> = Promise.resolve()

/** Cleans an SVG in a thread of its own, with limits of its own: no file can hold up or bring down the process that serves everyone. One at a time. */
export function cleanSvgAside(text: string): Promise<CleanedSvg> {
  const turn = lastTurn.then(() => clean(text))
  lastTurn = turn
  return turn
}

/** A thread that fails or takes too long ends with its file; the next file gets a new one. */
async function clean(text: string): Promise<CleanedSvg> {
  worker ??= startWorker()
  const thread = worker
  const timeout = setTimeout(() => void thread.terminate(), LONGEST_MS)
  const answered = new AbortController()
  const { signal } = answered
  thread.postMessage(text)
  try {
    const [cleaned] = await Promise.race([once(thread, 'message', { signal }), once(thread, 'exit', { signal }).then(() => [REFUSED])])
    return cleaned
  } catch {
    return REFUSED
  } finally {
    clearTimeout(timeout)
    answered.abort()
  }
}

/** It runs from its source: a bundle would not hold it. */
function startWorker(): Worker {
  const started = new Worker(join(process.cwd(), 'business/submissions/server/svg-worker.ts'), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 4 }
  })
  started.unref()
  started.on('error', () => {})
  started.on('exit', () => {
    if (worker === started) worker = undefined
  })
  return started
}
