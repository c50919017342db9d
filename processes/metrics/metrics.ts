import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { countDecoders, type QueueCount } from '#platform/server/index.ts'
import { createFigures, type Measured } from './figures.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What the process tells its metrics as it happens. */
export type Metrics = {
  registry: Registry
  /** Times every request of an app. */
  time(app: FastifyInstance): void
  rendered(seconds: number): void
  cacheAsked(result: 'hit' | 'miss'): void
  answerAsked(result: 'hit' | 'miss'): void
  mailed(result: 'sent' | 'failed'): void
}

/** Creates the metrics of a process. docs/operations.md describes each of them; a test compares the two. */
export function createMetrics(measured: Measured): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addFigures(registers, measured)
  addReads(registers, measured)
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route, and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers
  })
  const renders = new Histogram({ name: 'page_render_duration_seconds', help: 'Time to render a page', buckets: SECONDS, registers })
  const cache = new Counter({
    name: 'page_cache_requests_total',
    help: 'Requests for public pages by visitors, by whether the response cache had the page',
    labelNames: ['result'],
    registers
  })
  const answers = new Counter({
    name: 'answer_cache_requests_total',
    help: 'Calls of shared endpoints by visitors, by whether the response cache had the answer',
    labelNames: ['result'],
    registers
  })
  const mails = new Counter({ name: 'mails_total', help: 'Attempts of this process to send an email', labelNames: ['result'], registers })
  for (const result of ['hit', 'miss']) for (const counter of [cache, answers]) counter.inc({ result }, 0)
  for (const result of ['sent', 'failed']) mails.inc({ result }, 0)
  return {
    registry,
    time: (app) => {
      const observe = observerOf(requests)
      app.direct.watch(({ route, status, ms }) => observe('GET', route, status)(ms / 1000))
      app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
        observe(method, routeOptions.url ?? 'none', statusCode)(elapsedTime / 1000)
        done()
      })
    },
    rendered: (seconds) => renders.observe(seconds),
    cacheAsked: (result) => cache.inc({ result }),
    answerAsked: (result) => answers.inc({ result }),
    mailed: (result) => mails.inc({ result })
  }
}

/** Without replicas, neither has a value. */
function addReads(registers: Registers, { reads }: Measured): void {
  const counted: Counter<string> = new Counter({
    name: 'database_public_reads_total',
    help: 'Statements of visitors that only read, by who answered them',
    labelNames: ['target'],
    registers,
    collect() {
      counted.reset()
      for (const [target, count] of Object.entries(reads?.counted ?? {})) counted.inc({ target }, count)
    }
  })
  gauge(registers, ['database_replica_lag_seconds', 'How far a replica may be behind; NaN: unknown', 'replica'], async () =>
    Object.fromEntries(reads?.lags().map(({ name, lag_ms = Number.NaN }) => [name, lag_ms / 1000]) ?? [])
  )
}

/** Returns what observes one combination of labels. There are as many as routes, methods, and statuses, so each is made once. */
function observerOf(requests: Histogram<'method' | 'route' | 'status'>) {
  const known = new Map<string, (seconds: number) => void>()
  return (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`
    const found = known.get(key)
    if (found) return found
    const one = requests.labels({ method, route, status: String(status) })
    const observe = (seconds: number) => one.observe(seconds)
    known.set(key, observe)
    return observe
  }
}

type Registers = Registry[]

/** Figures that are read when monitoring asks. One that cannot be read is left out, so that an alert on its absence fires. */
function addFigures(registers: Registers, measured: Measured): void {
  const figures = createFigures(measured)
  const { db } = measured
  addQueues(registers, figures.queues)
  gauge(registers, ['database_connections', 'Connections of the pool; waiting: calls that wait for one', 'state'], async () => ({
    open: db.pool.totalCount,
    idle: db.pool.idleCount,
    waiting: db.pool.waitingCount
  }))
  gauge(registers, ['payments', 'Payments by state', 'state'], async () =>
    Object.fromEntries((await figures.payments())?.map(({ state, count }) => [state, count]) ?? [])
  )
  gauge(registers, ['ledger_sum_cents', 'The sum of all lines of the ledger; 0 in a correct book'], async () => {
    const ledger = await figures.ledger()
    return ledger && { '': ledger.sum_cents }
  })
  gauge(registers, ['ledger_unbalanced_transactions', 'Entries whose lines do not add up to zero; 0 in a correct book'], async () => {
    const ledger = await figures.ledger()
    return ledger && { '': ledger.unbalanced }
  })
  gauge(registers, ['disk_free_bytes', 'Free space on the disk with the least room'], async () => {
    const free = await figures.freeBytes()
    return free === undefined ? undefined : { '': free }
  })
  gauge(registers, ['file_store_up', '1 if the file store answers'], async () => ({ '': (await figures.isStoreReachable()) ? 1 : 0 }))
  gauge(registers, ['decoder_processes', 'Child processes that decode files from people'], async () => ({ '': countDecoders() }))
}

function addQueues(registers: Registers, queues: () => Promise<QueueCount[] | undefined>): void {
  const by = async (figureOf: (queue: QueueCount) => number) =>
    Object.fromEntries((await queues())?.map((queue) => [queue.name, figureOf(queue)]) ?? [])
  const age = ({ oldest_waiting_at }: QueueCount) =>
    oldest_waiting_at ? Math.max(0, (Date.now() - oldest_waiting_at.getTime()) / 1000) : 0
  gauge(registers, ['jobs_waiting', 'Jobs that could run now', 'queue'], () => by(({ waiting }) => waiting))
  gauge(registers, ['jobs_running', 'Jobs that run', 'queue'], () => by(({ running }) => running))
  gauge(registers, ['jobs_failed', 'Jobs that failed for good and are still stored', 'queue'], () => by(({ failed }) => failed))
  gauge(registers, ['jobs_oldest_waiting_seconds', 'How long the oldest waiting job has waited', 'queue'], () => by(age))
}

type Named = readonly [name: string, help: string, label?: string]

/** Adds a gauge whose values are read at each scrape, by the value of its label, or under '' without one. */
function gauge(registers: Registers, [name, help, label]: Named, read: () => Promise<Record<string, number> | undefined>): void {
  const added: Gauge<string> = new Gauge({
    name,
    help,
    labelNames: label ? [label] : [],
    registers,
    async collect() {
      const values = Object.entries((await read()) ?? {})
      added.reset()
      // A gauge without labels is 0 after a reset, which would be a figure.
      if (!label && values.length === 0) added.set(Number.NaN)
      for (const [key, value] of values) label ? added.set({ [label]: key }, value) : added.set(value)
    }
  })
}
