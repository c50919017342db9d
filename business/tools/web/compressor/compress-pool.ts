import { COMPRESS_TEXTS, PIXELS_MAX } from '../../compress.rules.ts'
import type { Order, Report } from './compress-worker.ts'

export interface Job {
  /** Pixels of the decoded image, which determine the memory it needs. */
  pixels: number
  /** Returns the order for a worker, or an error text. */
  prepare(): Promise<Order | string>
  onReport(report: Report): void
}

export interface Pool {
  add(job: Job): void
  /** Stops a waiting or running job immediately. It sends no more reports. */
  cancel(job: Job): void
  close(): void
}

const WORKERS_MAX = 3
/** A worker's memory never shrinks, so a worker is replaced after a larger image. */
const REUSED_PIXELS_MAX = 16_000_000

/** Starts one worker per core, up to WORKERS_MAX. Images processed at the same time have at most PIXELS_MAX pixels in total. */
export function openPool(): Pool {
  const size = Math.min(WORKERS_MAX, navigator.hardwareConcurrency || 1)
  const idle: Worker[] = []
  const busy = new Map<Job, Worker>()
  let waiting: Job[] = []

  const start = () => {
    const worker = new Worker(new URL('./compress-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Report>) => handle(worker, data)
    // The worker failed to start or ran out of memory.
    worker.onerror = () => {
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
      handle(worker, { kind: 'failed', error: COMPRESS_TEXTS.failed })
    }
    return worker
  }
  const startIdle = () => {
    while (idle.length + busy.size < size) idle.push(start())
  }
  const fits = ({ pixels }: Job) => busy.size === 0 || [...busy.keys()].reduce((sum, job) => sum + job.pixels, pixels) <= PIXELS_MAX
  const next = () => {
    const job = waiting[0]
    if (!job || busy.size >= size || !fits(job)) return
    waiting = waiting.slice(1)
    const worker = idle.pop() ?? start()
    busy.set(job, worker)
    void run(job, worker)
    next()
  }
  const run = async (job: Job, worker: Worker) => {
    try {
      const order = await job.prepare()
      if (busy.get(job) !== worker) return
      if (typeof order === 'string') handle(worker, { kind: 'failed', error: order })
      else worker.postMessage(order, Array.isArray(order.source) ? order.source : [])
    } catch (error) {
      console.error(error)
      handle(worker, { kind: 'failed', error: COMPRESS_TEXTS.failed })
    }
  }
  const handle = (worker: Worker, report: Report) => {
    const job = [...busy.keys()].find((one) => busy.get(one) === worker)
    if (!job) return
    if (report.kind === 'done' || report.kind === 'failed') free(job, worker, report.kind === 'done' && job.pixels <= REUSED_PIXELS_MAX)
    job.onReport(report)
  }
  const free = (job: Job, worker: Worker, reuse: boolean) => {
    busy.delete(job)
    if (reuse) idle.push(worker)
    else worker.terminate()
    next()
    startIdle()
  }

  startIdle()
  return {
    add(job) {
      waiting.push(job)
      next()
    },
    cancel(job) {
      waiting = waiting.filter((one) => one !== job)
      const worker = busy.get(job)
      if (worker) free(job, worker, false)
    },
    close() {
      for (const worker of [...idle, ...busy.values()]) worker.terminate()
      busy.clear()
      waiting = []
    }
  }
}
