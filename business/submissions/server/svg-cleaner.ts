import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CleanedSvg } from './clean-svg.ts'
import { fairTurns } from './fair-turns.ts'

const LONGEST_MS = 30_000
const CLEANED_AT_ONCE = 3
const REFUSED: CleanedSvg = { ok: false, reason: 'malformed' }

const inTurn = fairTurns(CLEANED_AT_ONCE)
/** Threads that wait for a file. */
const idle: Worker[] = []

/** Cleans an SVG in a thread of its own, with limits of its own: no file can hold up or bring down the process that serves everyone. */
export const cleanSvgAside = (text: string, artist: string): Promise<CleanedSvg> => inTurn(artist, () => clean(text))

/** A thread that fails or takes too long ends with its file; the next file gets a new one. */
async function clean(text: string): Promise<CleanedSvg> {
  const thread = idle.pop() ?? startWorker()
  const timeout = setTimeout(() => void thread.terminate(), LONGEST_MS)
  const answered = new AbortController()
  const { signal } = answered
  thread.postMessage(text)
  try {
    const gone = once(thread, 'exit', { signal }).then(() => undefined)
    const answer = await Promise.race([once(thread, 'message', { signal }), gone])
    if (answer) idle.push(thread)
    return answer?.[0] ?? REFUSED
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
    if (idle.includes(started)) idle.splice(idle.indexOf(started), 1)
  })
  return started
}
