import './startup/exit-with-parent.ts'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Log, openLog, silentLog } from '#platform/server/log/log.ts'
import { APP_ROLE, ensureAppRole, grantApp, roleOf } from './database/app-role.ts'
import { createDatabase, requireDatabase } from './database/database.ts'
import { databaseWarnings } from './database/database-warnings.ts'
import { embeddedCluster } from './database/embedded-postgres.ts'
import { loadBuilt, loadDev, type Server } from './http/server.ts'
import { unfitForStrangers } from './settings/exposure.ts'
import { readSettings } from './settings/read-settings.ts'
import type { Settings } from './settings/settings.ts'
import { storedSecret } from './settings/stored-secrets.ts'
import { startMailbox } from './startup/mailbox.ts'
import { startSandbox } from './startup/paypal-sandbox.ts'
import { takePidFile } from './startup/pid-file.ts'
import { releaseMemoryOnceStarted } from './startup/release-memory.ts'
import { startBanner } from './startup/start-banner.ts'
import { StartError } from './startup/start-error.ts'
import { startWarnings } from './startup/start-warnings.ts'
import { isFree } from './startup/tcp-ports.ts'

const ROOT = join(import.meta.dirname, '..')
/** Signals this close together count as one: a Ctrl-C reaches this process, npm, and start.js, and both of those forward it. */
const SAME_SIGNAL_MS = 700
const STOP_MS = 30_000
const DEMO_SEEDED = 'demo-seeded'
const NO_ADMIN = 'Warning: no one can sign in as an admin yet. Run: npm run admin:create -- you@example.com'

const say = (line: string) => console.log(line)
const started = new AsyncDisposableStack()
let firstSignal: number | undefined
let log: Log = silentLog

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  log = await openLog(settings.log)
  const unfit = unfitForStrangers(settings)
  if (unfit.length > 0) throw new StartError(...unfit)
  for (const line of startWarnings(settings, process.env)) console.warn(line)
  if (!(await isFree(settings.port, settings.host))) throw portInUse(settings.port)
  // They wait for other processes or for the disk more than they compute, so they start together.
  const [{ database_url, session_url, owner_url }, server] = await Promise.all([
    findDatabase(settings),
    loadServer(),
    startOwnSandbox(settings)
  ])
  await server.prepareDatabase(owner_url, ROOT)
  if (roleOf(owner_url) !== roleOf(database_url)) await grantApp(owner_url, roleOf(database_url))
  await warnOfDatabase(settings)
  const smtp_url = settings.smtp_url ?? (await openMailbox(database_url))
  const whole: Settings = { ...settings, database_url, database_session_url: session_url, smtp_url }
  if (settings.demo) await seedOnce(server, whole)
  await warnWithoutAdmin(settings, database_url)
  const http = await server.startHttp(whole, log).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? portInUse(settings.port) : error
  })
  started.defer(() => http.close())
  releaseMemoryOnceStarted()
  say(startBanner(whole, { embedded: !settings.database_url }))
}

const loadServer = (): Promise<Server> => (process.argv[2] === 'dev' ? loadDev() : loadBuilt(ROOT, say))

async function startOwnSandbox(settings: Settings): Promise<void> {
  if (settings.paypal.starts_sandbox) started.defer((await startSandbox(settings, ROOT)).stop)
}

type Addresses = { database_url: string; session_url: string; owner_url: string }

/** The app connects as a role that may change neither tables nor ledger entries. Migrations run as the owner. */
async function findDatabase(settings: Settings): Promise<Addresses> {
  const { database_url, database_owner_url, database_session_url } = settings
  if (!database_url) return startEmbedded(settings)
  const session_url = database_session_url ?? database_url
  // The check of the schema takes a lock that belongs to the session.
  const owner_url = database_owner_url ?? session_url
  for (const url of new Set([owner_url, session_url, database_url])) await requireDatabase(url)
  return { database_url, session_url, owner_url }
}

/** Allows one start per data folder: two would fight over its database. */
async function startEmbedded({ data_dir }: Settings): Promise<Addresses> {
  const file = join(data_dir, 'start.pid')
  // Also held by a backup or a restore that started the database itself.
  const holder = takePidFile(file, 'processes/')
  if (holder)
    throw new StartError(`Easel is already running on ${data_dir} (process ${holder}): stop it, or set DATA_DIR to another folder.`)
  started.defer(() => {
    if (readFileSync(file, 'utf8') === String(process.pid)) rmSync(file)
  })
  const cluster = embeddedCluster(data_dir, say)
  // Registered before it starts, so that a Ctrl-C during the start stops it too.
  started.defer(() => cluster.stop())
  await cluster.start()
  await createDatabase(cluster.url('postgres'), 'easel')
  const owner_url = cluster.url('easel')
  await requireDatabase(owner_url)
  const password = storedSecret(data_dir, 'postgres_app_password')
  await ensureAppRole(owner_url, password)
  const database_url = cluster.localUrl('easel', { role: APP_ROLE, password })
  return { owner_url, session_url: database_url, database_url }
}

async function openMailbox(database_url: string): Promise<string> {
  const pool = openPool(database_url)
  const mailbox = await startMailbox(pool)
  started.defer(() => pool.end())
  started.defer(() => mailbox.close())
  return mailbox.url
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2 })
  pool.on('error', (err) => log.warn({ err }, 'an idle connection to the database was lost'))
  return pool
}

async function warnOfDatabase({ database_url, exposed }: Settings): Promise<void> {
  if (!database_url) return
  for (const line of await databaseWarnings(database_url, { exposed })) console.warn(line)
}

/** Demo accounts do not count, because they cannot sign in where strangers can reach the shop. */
async function warnWithoutAdmin({ exposed }: Settings, database_url: string): Promise<void> {
  if (!exposed) return
  const pool = openPool(database_url)
  try {
    const { rowCount } = await pool.query(`select from accounts."user" where role = 'admin' and is_active and not is_demo limit 1`)
    if (!rowCount) console.warn(NO_ADMIN)
  } finally {
    await pool.end()
  }
}

/** Seeds a database only once, so that demo data that an admin deletes stays deleted. */
async function seedOnce(server: Server, settings: Settings): Promise<void> {
  const pool = openPool(settings.database_url ?? '')
  try {
    const { rowCount } = await pool.query('select from platform.milestone where name = $1', [DEMO_SEEDED])
    if (rowCount) return
    say('Loading the demo catalogue …')
    await server.seedDemo(settings, log, progress())
    await pool.query('insert into platform.milestone (name) values ($1) on conflict do nothing', [DEMO_SEEDED])
  } finally {
    await pool.end()
  }
}

/** Prints a line for every 10 percent. */
function progress(): (done: number, total: number) => void {
  let shown = 0
  return (done, total) => {
    const tenths = Math.floor((done / total) * 10)
    if (tenths > shown) say(`  ${done} of ${total}`)
    shown = Math.max(shown, tenths)
  }
}

const portInUse = (port: number) =>
  new StartError(`Port ${port} is in use: choose another, for example PORT=${port === 3005 ? 3010 : 3005} npm start`)

let stopping = false

async function stop(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), STOP_MS).unref()
  try {
    await started.disposeAsync()
  } catch (err) {
    log.fatal({ err }, 'the stop failed')
    process.exit(1)
  }
  process.exit(exitCode)
}

/** Only a second Ctrl-C forces the exit. Other signals may arrive twice because npm and start.js forward them. */
function onSignal(signal: NodeJS.Signals): void {
  if (firstSignal === undefined) {
    firstSignal = Date.now()
    say('\nStopping …')
    void stop(0)
  } else if (signal === 'SIGINT' && Date.now() - firstSignal > SAME_SIGNAL_MS) {
    say('Stopped immediately. The next start cleans up.')
    process.exit(1)
  }
}

// After an uncaught error the state is unknown, so the process ends, but it still closes what it opened.
process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'an uncaught error ends the process')
  void stop(1)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)

start().catch((error: unknown) => {
  if (firstSignal !== undefined) return
  console.error(error instanceof StartError ? error.message : error)
  void stop(1)
})
