import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CleanedSvg } from './clean-svg.ts'

const LONGEST_MS = 40_000

type Waiting = { done(cleaned: CleanedSvg): void; timer: NodeJS.Timeout }

let worker: Worker | undefined
const waiting = new Map<number, Waiting>()
let lastId = 0

/** Cleans an SVG in a thread of its own, with limits of its own: no file can hold up or bring down the process that serves everyone. */
export function cleanSvgAside(text: string): Promise<CleanedSvg> {
  worker ??= startWorker()
  const thread = worker
  const id = ++lastId
  return new Promise((done) => {
    waiting.set(id, { done, timer: setTimeout(() => void thread.terminate(), LONGEST_MS).unref() })
    thread.postMessage({ id, text })
  })
}

/** It runs from its source: a bundle would not hold it. */
function startWorker(): Worker {
  const started = new Worker(join(process.cwd(), 'business/submissions/server/svg-worker.ts'), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 4 }
  })
  started.unref()
  started.on('message', ({ id, cleaned }: { id: number; cleaned: CleanedSvg }) => finish(id, cleaned))
  // Whoever waited for a thread that ended gets an answer; the next file gets a new thread.
  started.on('error', () => {})
  started.on('exit', () => {
    if (worker === started) worker = undefined
    for (const id of [...waiting.keys()]) finish(id, { ok: false, reason: 'malformed' })
  })
  return started
}

function finish(id: number, cleaned: CleanedSvg): void {
  const found = waiting.get(id)
  if (!found) return
  clearTimeout(found.timer)
  waiting.delete(id)
  found.done(cleaned)
}
