import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as build from 'virtual:react-router/server-build'
import compress from '@fastify/compress'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ServerBuild } from 'react-router'
import { actorOf } from '#accounts/server/index.ts'
import { findNextFreeChange } from '#catalogue/server/index.ts'
import { keepSigningKey } from '#licensing/server/index.ts'
import { RECONCILE_PAYMENTS } from '#payments/server/index.ts'
import { connect } from '#platform/database/connect.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import {
  createQueues,
  currentLog,
  type JobHandler,
  jobsOn,
  type Log,
  mailBy,
  openDisk,
  openListener,
  openScanner,
  type Ports,
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
import { createMetrics } from '../metrics/metrics.ts'
import { observedHandler } from '../metrics/observe-job.ts'
import { jobContext, jobs, partPorts, queues } from '../part-registry.ts'
import { seedDemo as seed } from '../seed/seed-demo.ts'
import type { Settings } from '../settings/settings.ts'
import { tracedFiles, tracedJobs, tracesOf } from '../traces/traces.ts'
import { serveApiDescription } from './api-description.ts'
import { buildApp, type World } from './app.ts'
import { serveDeveloperPages } from './developer-pages.ts'
import { serveOperations } from './operations.ts'
import { listenToPageChanges } from './page-changes.ts'
import { servePages } from './pages.ts'
import { warnOfUntrustedProxy } from './proxy-warning.ts'
import { type PublicPages, publicPages } from './public-pages.ts'
import { createRenderLimit } from './render-limit.ts'

/** With DRAIN_SECONDS and the time for running jobs, less than what start.ts allows for the whole stop. */
const CLOSE_MS = 8000

export type Running = { url: string; close(): Promise<void> }

/** Migrates the database to the newest schema and creates a queue for every job. */
export const prepareDatabase = (databaseUrl: string, root?: string): Promise<string[]> => prepare(databaseUrl, queues(), root)

/** Loads the demo catalogue and accounts. A second run changes nothing. */
export async function seedDemo(settings: Settings, log: Log, onProgress: (done: number, total: number) => void = () => {}): Promise<void> {
  const opened = await open(settings, log)
  try {
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
  const app = await buildApp({ ...opened.world, render_limit: limit })
  warnOfUntrustedProxy(app, settings, (line) => log.warn({}, line))
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  const folder = clientFolder()
  if (folder)
    await app.register(staticFiles, { root: folder, index: false, maxAge: '1y', immutable: true, wildcard: false, setHeaders: shortLived })
  let isStopping = false
  serveOperationalRoutes(app, opened, () => isStopping)
  const { metrics } = opened
  const cachedPages = cachePublicPages(app, opened, settings)
  servePages(app, { build: build as unknown as ServerBuild, mode: 'production', limit, publicPages: cachedPages, metrics })
  if (settings.worker) await opened.startJobs()
  await app.listen({ port: settings.port, host: settings.host })
  return {
    url: settings.public_url,
    close: async () => {
      // The load balancer stops sending requests before the port closes.
      isStopping = true
      await wait(settings.drain_ms)
      opened.stopJobs()
      await closeApp(app)
      await cachedPages.close()
      await opened.close()
    }
  }
}

/** Ends the requests in progress. Slow ones, such as large downloads, are cut off after a while: they can be resumed. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS)
  await app.close().finally(() => clearTimeout(timer))
}

/** Caches public pages until the database reports a change. Changes by staff in this process take effect immediately. */
function cachePublicPages(
  app: FastifyInstance,
  { world: { db, now, ports }, metrics }: Opened,
  { page_cache_bytes }: Settings
): PublicPages {
  const nextFreeChange = (at: Date) => findNextFreeChange(db, at)
  const cachedPages = publicPages({
    max_bytes: page_cache_bytes,
    onAsked: metrics.cacheAsked,
    changesWith: (onChange) => listenToPageChanges({ listener: ports.listener, now, nextFreeChange, onChange })
  })
  app.addHook('onSend', async ({ method, ctx }) => {
    if (method !== 'GET' && method !== 'HEAD' && ctx?.actor && ctx.actor.role !== 'client') cachedPages.changed()
  })
  return cachedPages
}

/** Opens the app for the dev server: without a separate port, and with the page build reloaded for every request. */
export async function openDevApp(settings: Settings, log: Log, loadBuild: () => Promise<ServerBuild>) {
  const opened = await open(settings, log)
  const app = await buildApp(opened.world)
  serveOperationalRoutes(app, opened)
  servePages(app, { build: loadBuild, mode: 'development', limit: createRenderLimit(0) })
  await opened.startJobs()
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
  const { database_url, files_url, smtp_url, smtp_requires_tls, mail_from, statement_ms } = settings
  if (!database_url || !smtp_url) throw new Error('DATABASE_URL and SMTP_URL are missing: processes/start.ts fills them in.')
  const db = connect(database_url, undefined, {
    statement_ms,
    onStatement: traces?.statement,
    onLost: (err) => log.warn({ err }, 'an idle connection to the database was lost')
  })
  const boss = await startBoss(database_url, { onError: (err) => log.error({ err }, 'the queue of jobs failed') })
  await createQueues(boss, queues())
  const queue = traces ? tracedJobs(jobsOn(boss)) : jobsOn(boss)
  const ports: Ports = {
    jobs: queue,
    mail: mailBy(queue),
    files: traces && files_url.startsWith('s3://') ? tracedFiles(openFiles(files_url)) : openFiles(files_url),
    disk: openDisk([settings.data_dir, ...(files_url.startsWith('s3://') ? [] : [files_url])]),
    scanner: openScanner(settings.clamav_url),
    quotas: settings.quotas,
    listener: openListener(database_url),
    settings: {
      brand_name: settings.brand_name,
      social_links: settings.social_links,
      support_email: settings.support_email,
      public_url: settings.public_url,
      session_secret: settings.session_secret,
      production: settings.production,
      exposed: settings.exposed,
      temp_dir: join(settings.data_dir, 'temp')
    },
    ...partPorts(settings)
  }
  const metrics = createMetrics({ db, ...ports })
  const now = () => new Date()
  const world: World = { db, now, ports, actorOf, log, traces, trust_proxy: settings.trust_proxy }
  const mail = sendMailJobs({ smtp_url, requires_tls: smtp_requires_tls, from: mail_from })
  const handlers: JobHandler[] = [...jobs(jobContext(world)), ...mail.handlers].map((handler) => observedHandler(handler, { log, metrics }))
  let working: { stop(): void } | undefined
  return {
    world,
    metrics,
    handlers,
    startJobs: async () => {
      working = await work(boss, handlers, {
        listener: ports.listener,
        onError: (err, failure) => log.error({ err, ...failure }, 'a job failed')
      })
      // Every start repairs payments that a crash left half recorded.
      await queue.send(db, RECONCILE_PAYMENTS, { all: true })
      await queue.send(db, LOOK_AFTER_SUBSCRIPTIONS, { all: true })
    },
    /** Starts no more jobs. */
    stopJobs: () => working?.stop(),
    close: async () => {
      working?.stop()
      await ports.listener.close()
      // Running jobs end first.
      await boss.stop({ graceful: true, timeout: 8000 })
      mail.close()
      await db.destroy()
      await traces?.close()
    }
  }
}

/** Serves what is neither API nor page: the API description, health, metrics, and the developer's mailbox. */
function serveOperationalRoutes(app: FastifyInstance, { world: { db, ports }, metrics }: Opened, isStopping?: () => boolean): void {
  metrics.time(app)
  serveApiDescription(app, ports.settings.brand_name)
  serveOperations(app, { db, ...ports }, { metrics, metrics_token: process.env['METRICS_TOKEN'], ...(isStopping && { isStopping }) })
  serveDeveloperPages(app, { db, ports })
}

/** The browser files are next to the server bundle. */
function clientFolder(): string | undefined {
  const folder = join(process.cwd(), 'build/client')
  return existsSync(folder) ? folder : undefined
}

/** Only files whose names contain a hash of their content may be cached for a year. */
function shortLived(reply: FastifyReply, path: string): void {
  if (!path.includes('/static/')) reply.header('cache-control', 'public, max-age=3600')
}
