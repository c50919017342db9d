import { COMPRESS_TEXTS, PIXELS_MAX } from '../compress.rules.ts'
import type { Order, Report } from './compress-worker.ts'

export interface Job {
  /** Of the picture, decoded: what its memory is measured by. */
  pixels: number
  /** Answers why it can't be done, or what to do. */
  prepare(): Promise<Order | string>
  hear(report: Report): void
}

export interface Pool {
  add(job: Job): void
  /** Stops it at once, whether it waits or works; it is not heard of again. */
  cancel(job: Job): void
  close(): void
}

const WORKERS_MAX = 3
/** A worker's memory never shrinks: after a larger picture a new one takes its place. */
const PIXELS_KEPT = 16_000_000

/** One worker for each core up to three, started at once with their codecs, and no more pixels at a time than one picture may have. */
export function openPool(): Pool {
  const size = Math.min(WORKERS_MAX, navigator.hardwareConcurrency || 1)
  const idle: Worker[] = []
  const busy = new Map<Job, Worker>()
  let waiting: Job[] = []

  const start = () => {
    const worker = new Worker(new URL('./compress-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Report>) => heard(worker, data)
    // It could not start, or ran out of memory.
    worker.onerror = () => {
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
      heard(worker, { kind: 'failed', error: COMPRESS_TEXTS.failed })
    }
    return worker
  }
  const warm = () => {
    while (idle.length + busy.size < size) idle.push(start())
  }
  const fits = ({ pixels }: Job) => busy.size === 0 || [...busy.keys()].reduce((sum, job) => sum + job.pixels, pixels) <= PIXELS_MAX
  const next = () => {
    const job = waiting[0]
    if (!job || busy.size >= size || !fits(job)) return
    waiting = waiting.slice(1)
    const worker = idle.pop() ?? start()
    busy.set(job, worker)
    void begin(job, worker)
    next()
  }
  const begin = async (job: Job, worker: Worker) => {
    try {
      const order = await job.prepare()
      if (busy.get(job) !== worker) return
      if (typeof order === 'string') heard(worker, { kind: 'failed', error: order })
      else worker.postMessage(order, Array.isArray(order.source) ? order.source : [])
    } catch (error) {
      console.error(error)
      heard(worker, { kind: 'failed', error: COMPRESS_TEXTS.failed })
    }
  }
  const heard = (worker: Worker, report: Report) => {
    const job = [...busy.keys()].find((one) => busy.get(one) === worker)
    if (!job) return
    if (report.kind === 'done' || report.kind === 'failed') free(job, worker, report.kind === 'done' && job.pixels <= PIXELS_KEPT)
    job.hear(report)
  }
  const free = (job: Job, worker: Worker, keep: boolean) => {
    busy.delete(job)
    if (keep) idle.push(worker)
    else worker.terminate()
    next()
    warm()
  }

  warm()
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
