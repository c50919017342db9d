import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { countDecoders } from '#platform/server/index.ts'
import { createFigures, type Measured, type QueueCount } from './figures.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What the process tells its metrics as it happens. */
export type Metrics = {
  registry: Registry
  /** Times every request of an app. */
  time(app: FastifyInstance): void
  rendered(seconds: number): void
  cacheAsked(result: 'hit' | 'miss'): void
  mailed(result: 'sent' | 'failed'): void
}

/** Creates the metrics of a process. docs/operations.md describes each of them; a test compares the two. */
export function createMetrics(measured: Measured): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addFigures(registers, measured)
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
  const mails = new Counter({ name: 'mails_total', help: 'Attempts of this process to send an email', labelNames: ['result'], registers })
  for (const result of ['hit', 'miss']) cache.inc({ result }, 0)
  for (const result of ['sent', 'failed']) mails.inc({ result }, 0)
  return {
    registry,
    time: (app) =>
      void app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
        requests.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1000)
      }),
    rendered: (seconds) => renders.observe(seconds),
    cacheAsked: (result) => cache.inc({ result }),
    mailed: (result) => mails.inc({ result })
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
