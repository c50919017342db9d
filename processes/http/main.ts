import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as build from 'virtual:react-router/server-build'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { actorOf, keepSealed } from '#accounts/server/index.ts'
import { findNextFreeChange } from '#catalogue/server/index.ts'
import { keepSigningKey } from '#licensing/server/index.ts'
import { RECONCILE_PAYMENTS } from '#payments/server/index.ts'
import { type Connection, connect } from '#platform/database/connect.ts'
import {
  createQueues,
  currentLog,
  type JobHandler,
  jobsOn,
  type Log,
  sendMailJobs,
  setProcessLog,
  setTracer,
  startBoss,
  work
} from '#platform/server/index.ts'
import { ApiError } from '#platform/web/api.ts'
import { reportErrorsTo } from '#platform/web/report.ts'
import { LOOK_AFTER_SUBSCRIPTIONS } from '#subscriptions/server/index.ts'
import { prepareDatabase as prepare } from '../database/prepare-database.ts'
import { openReads, type Reads } from '../database/replicas/reads.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { observedHandler } from '../metrics/observe-job.ts'
import { jobContext, jobs, queues } from '../part-registry.ts'
import type { Settings } from '../settings/settings.ts'
import { tracedJobs, tracesOf } from '../traces/traces.ts'
import { serveApiDescription } from './api-docs/serve-api-docs.ts'
import { buildApp, type World } from './app.ts'
import { serveDeveloperPages } from './developer-pages.ts'
import { serveOperations } from './operations.ts'
import { rolePages } from './pages/by-role/role-pages.ts'
import { servePages } from './pages.ts'
import { openPorts } from './ports.ts'
import { warnOfUntrustedProxy } from './proxy-warning.ts'
import { listenToPageChanges, mayChangePages } from './public/page-changes.ts'
import { stylesIn } from './public/page-styles.ts'
import { publicPages } from './public/public-pages.ts'
import { sharedAnswers } from './public/shared-answers.ts'
import { createRenderLimit } from './render-limit.ts'
import { serveStaticFiles } from './static-files.ts'

/** With DRAIN_SECONDS and the time for running jobs, less than what start.ts allows for the whole stop. */
const CLOSE_MS = 8000

/** They are next to the server bundle. */
const BROWSER_FILES = join(process.cwd(), 'build/client')

export type Running = { url: string; close(): Promise<void> }

/** Migrates the database to the newest schema and creates a queue for every job. */
export const prepareDatabase = (databaseUrl: string, root?: string): Promise<string[]> => prepare(databaseUrl, queues(), root)

/** Loads the demo catalogue and accounts. A second run changes nothing. */
export async function seedDemo(settings: Settings, log: Log, onProgress: (done: number, total: number) => void = () => {}): Promise<void> {
  const opened = await open(settings, log)
  try {
    const { seedDemo: seed } = await import('../seed/seed-demo.ts')
    await seed(opened.world, onProgress)
  } finally {
    await opened.close()
  }
}

/** Serves pages and the API on one port. With `settings.worker`, jobs run in this process too. */
export async function startHttp(settings: Settings, log: Log): Promise<Running> {
  const opened = await open(settings, log)
  await keepSigningKey(jobContext(opened.world)())
  const limit = createRenderLimit(settings.render_limit)
  const cached = cachePublic(opened, settings)
  const app = await buildApp({ ...opened.world, render_limit: limit, shared_answers: cached.answers })
  cached.clearAfterAdmins(app)
  warnOfUntrustedProxy(app, settings, (line) => log.warn({}, line))
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await serveStaticFiles(app, BROWSER_FILES)
  let isStopping = false
  serveOperationalRoutes(app, opened, () => isStopping)
  const { metrics } = opened
  servePages(app, {
    build: build as unknown as ServerBuild,
    mode: 'production',
    limit,
    publicPages: cached.pages,
    rolePages: cached.rolePages,
    metrics
  })
  await app.listen({ port: settings.port, host: settings.host }).catch(async (error) => {
    await opened.close()
    throw error
  })
  // After the port: a start that another program's port ends must not have begun a job.
  if (settings.worker) await opened.startJobs()
  opened.reads?.follow()
  return {
    url: settings.public_url,
    close: async () => {
      // The load balancer stops sending requests before the port closes.
      isStopping = true
      await wait(settings.drain_ms)
      opened.stopJobs()
      await closeApp(app)
      await cached.close()
      await opened.close()
    }
  }
}

/** Ends the requests in progress. Slow ones, such as large downloads, are cut off after a while: they can be resumed. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS)
  await app.close().finally(() => clearTimeout(timer))
}

/** The part of PAGE_CACHE_MB for answers of the API. */
const ANSWER_SHARE = 1 / 4
/** The part of it for pages that the people of a role share. */
const ROLE_SHARE = 1 / 8

/** Caches public pages and answers until the database reports a change. Changes by admins in this process take effect immediately. */
function cachePublic({ world: { db, now, ports }, reads, metrics }: Opened, { page_cache_bytes }: Settings) {
  const nextFreeChange = (at: Date) => findNextFreeChange(db, at)
  const changesWith = (onChange: () => void) =>
    listenToPageChanges({
      listener: ports.listener,
      now,
      nextFreeChange,
      onChange: () => {
        // First: what is rendered for the empty cache must not come from a replica that lacks the change.
        reads?.changed()
        onChange()
      }
    })
  const pages = publicPages({
    max_bytes: page_cache_bytes * (1 - ANSWER_SHARE - ROLE_SHARE),
    onAsked: metrics.cacheAsked,
    changesWith,
    stylesheetOf: stylesIn(BROWSER_FILES)
  })
  const answers = sharedAnswers({ max_bytes: page_cache_bytes * ANSWER_SHARE, now, onAsked: metrics.answerAsked, changesWith })
  const forRoles = rolePages({ max_bytes: page_cache_bytes * ROLE_SHARE, changesWith })
  const clear = () => {
    pages.changed()
    forRoles.changed()
    answers.changed()
  }
  return {
    pages,
    rolePages: forRoles,
    answers,
    clearAfterAdmins: (app: FastifyInstance) =>
      void app.addHook('onSend', ({ method, ctx }, { statusCode }, payload, done) => {
        if (mayChangePages({ method, role: ctx?.actor?.role, status: statusCode })) clear()
        done(null, payload)
      }),
    close: async () => {
      await Promise.all([pages.close(), forRoles.close(), answers.close()])
    }
  }
}

/** Opens the app for the dev server: without a separate port, and with the page build reloaded for every request. */
export async function openDevApp(settings: Settings, log: Log, loadBuild: () => Promise<ServerBuild>) {
  const opened = await open(settings, log)
  const app = await buildApp(opened.world)
  serveOperationalRoutes(app, opened)
  servePages(app, { build: loadBuild, mode: 'development', limit: createRenderLimit(0) })
  await opened.startJobs()
  opened.reads?.follow()
  await app.ready()
  return {
    app,
    close: async () => {
      await app.close()
      await opened.close()
    }
  }
}

/** Runs only the jobs, for a separate worker process. */
export async function startWorker(settings: Settings, log: Log): Promise<{ close(): Promise<void> }> {
  const opened = await open(settings, log)
  await opened.startJobs()
  return { close: opened.close }
}

type Opened = Awaited<ReturnType<typeof open>>

async function open(settings: Settings, log: Log) {
  setProcessLog(log)
  const traces = await tracesOf(process.env, log)
  setTracer(traces?.tracer)
  reportErrorsTo((err) => {
    // The API has logged what it answered to a page.
    if (!(err instanceof ApiError)) currentLog().error({ err }, 'a page failed')
  })
  const { database_url, smtp_url, smtp_requires_tls, mail_from, statement_ms, prepared_statements } = settings
  if (!database_url || !smtp_url) throw new Error('DATABASE_URL and SMTP_URL are missing: processes/start.ts fills them in.')
  const db = connect(database_url, undefined, {
    statement_ms,
    prepared: prepared_statements,
    onUnprepared: (err) => log.warn({ err }, 'statements are no longer prepared: something in front of the database does not support it'),
    onStatement: traces?.statement,
    onLost: (err) => log.warn({ err }, 'an idle connection to the database was lost')
  })
  const reads = readsOf(settings, { primary: db, primary_url: database_url, log, traces })
  const boss = await startBoss(database_url, { onError: (err) => log.error({ err }, 'the queue of jobs failed') })
  await createQueues(boss, queues())
  const queue = traces ? tracedJobs(jobsOn(boss)) : jobsOn(boss)
  const ports = openPorts(settings, { queue, database_url, traced: traces !== undefined, reads })
  const metrics = createMetrics({ db, reads, ...ports })
  const now = () => new Date()
  const world: World = { db, reads, now, ports, actorOf, log, traces, trust_proxy: settings.trust_proxy }
  const mail = sendMailJobs({ smtp_url, requires_tls: smtp_requires_tls, from: mail_from })
  const handlers: JobHandler[] = [...jobs(jobContext(world)), ...mail.handlers].map((handler) => observedHandler(handler, { log, metrics }))
  let working: { stop(): void } | undefined
  let sealing: { stop(): void } | undefined
  return {
    world,
    reads,
    metrics,
    handlers,
    startJobs: async () => {
      working = await work(boss, handlers, {
        listener: ports.listener,
        onError: (err, failure) => log.error({ err, ...failure }, 'a job failed')
      })
      sealing = keepSealed(db)
      // Every start repairs payments that a crash left half recorded.
      await queue.send(db, RECONCILE_PAYMENTS, { all: true })
      await queue.send(db, LOOK_AFTER_SUBSCRIPTIONS, { all: true })
    },
    /** Starts no more jobs. */
    stopJobs: () => working?.stop(),
    close: async () => {
      working?.stop()
      sealing?.stop()
      await ports.listener.close()
      // Running jobs end first.
      await boss.stop({ graceful: true, timeout: 8000 })
      mail.close()
      await reads?.close()
      await db.destroy()
      await traces?.close()
    }
  }
}

type Primary = { primary: Connection; primary_url: string; log: Log; traces: Awaited<ReturnType<typeof tracesOf>> }

function readsOf(settings: Settings, { primary, primary_url, log, traces }: Primary): Reads | undefined {
  const { database_read_urls: urls, replica_lag_ms: lag_ms, statement_ms, prepared_statements: prepared } = settings
  if (urls.length === 0) return undefined
  return openReads({ primary, primary_url, urls, lag_ms, statement_ms, prepared, log, onStatement: traces?.statement })
}

/** Serves what is neither API nor page: the API description, health, metrics, and the developer's mailbox. */
function serveOperationalRoutes(app: FastifyInstance, { world: { db, ports }, metrics }: Opened, isStopping?: () => boolean): void {
  metrics.time(app)
  serveApiDescription(app, ports.settings)
  serveOperations(app, { db, ...ports }, { metrics, metrics_token: process.env['METRICS_TOKEN'], ...(isStopping && { isStopping }) })
  serveDeveloperPages(app, { db, ports })
}
