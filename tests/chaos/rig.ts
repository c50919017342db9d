import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '#platform/database/connect.ts'
import { createDatabase } from '#processes/database/database.ts'
import { Cluster, THROWAWAY } from '#processes/database/embedded-postgres.ts'
import { SANDBOX_CREDENTIALS } from '#processes/settings/read-settings.ts'
import { freePort } from '#processes/startup/tcp-ports.ts'
import type { Documents } from '#sandbox/paypal/documents.ts'
import { Store } from '#sandbox/paypal/store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import type { S3Server } from '#tests/support/servers/s3-server.ts'
import { openFilePlace } from './file-place.ts'
import { Child } from './processes/child.ts'
import type { StoreFault } from './processes/commands.ts'
import { startMailServer } from './processes/mail-server.ts'
import { startProxy } from './processes/tcp-proxy.ts'

export type Rig = Awaited<ReturnType<typeof openRig>>
export type Target = 'app' | 'worker' | 'sandbox'

const SANDBOX_MAIN = join(import.meta.dirname, 'processes/sandbox-main.ts')
const DATABASE_UP_MS = 30_000

type Parts = {
  /** The product's server code. */
  bundle: string
  /** Stores the files, instead of a folder. */
  s3: S3Server | undefined
}

/** Starts the product as real processes on loopback: database, app, worker, PayPal's sandbox, and a mail server in this process. */
export async function openRig(parts: Parts) {
  const closing = new AsyncDisposableStack()
  try {
    return await assemble(closing, parts)
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

async function assemble(closing: AsyncDisposableStack, { bundle, s3 }: Parts) {
  const folder = temporaryFolder('easel-chaos-')
  closing.defer(() => rmSync(folder, { recursive: true, force: true }))
  const database = await openDatabase(folder)
  closing.defer(() => database.cluster.stop())
  const proxy = await startProxy(() => Number(new URL(database.url()).port))
  closing.defer(() => proxy.close())
  const mail = await startMailServer()
  closing.defer(() => mail.close())
  const [app_port, sandbox_port] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${app_port}`
  const sandbox_url = `http://127.0.0.1:${sandbox_port}`
  const sandbox_file = join(folder, 'paypal.sqlite')
  const place = await openFilePlace(join(folder, 'files'), s3)

  const commanded = { ahead_ms: 0, store: 'none' as StoreFault }
  const env = environment({
    folder,
    files_url: place.url,
    app_port,
    sandbox_url,
    smtp_url: mail.url,
    database_url: throughProxy(database.url(), proxy.port)
  })
  const child = (name: string, args: readonly string[]) => new Child({ name, args, env, commanded: () => commanded })
  const children = {
    app: child('app', [bundle, 'app']),
    worker: child('worker', [bundle, 'worker']),
    sandbox: child('sandbox', [SANDBOX_MAIN, String(sandbox_port), sandbox_file, `${url}/api/payments/webhooks/paypal`])
  }
  const all = Object.values(children)
  closing.defer(async () => void (await Promise.all(all.map((one) => one.kill()))))
  await child('migration', [bundle, 'migrate']).runToEnd()
  await database.makeDurable()
  await Promise.all(all.map((one) => one.start({ patient: false })))
  const db = connect(database.url(), 6)
  closing.defer(() => db.destroy())
  const store = new Store(sandbox_file)
  closing.defer(() => store.close())

  const tell = async () => void (await Promise.all(all.map((one) => one.command())))
  return {
    url,
    sandbox_url,
    place,
    db,
    database_url: database.url(),
    database,
    proxy,
    mail,
    children,
    /** What PayPal has stored. */
    sandbox: { documents: <K extends keyof Documents>(kind: K): Documents[K][] => store.list(kind) },
    store,
    now: () => new Date(Date.now() + commanded.ahead_ms),
    /** Moves every process's clock, except the database's. */
    pass: async (ms: number): Promise<void> => {
      commanded.ahead_ms += ms
      await tell()
    },
    setStore: async (fault: StoreFault): Promise<void> => {
      commanded.store = fault
      await tell()
    },
    close: () => closing.disposeAsync()
  }
}

type Addresses = { folder: string; files_url: string; app_port: number; sandbox_url: string; smtp_url: string; database_url: string }

/** Settings of this shell, such as PORT, must not reach the product. */
function environment({ folder, files_url, app_port, sandbox_url, smtp_url, database_url }: Addresses): NodeJS.ProcessEnv {
  const { client_id, client_secret, webhook_id } = SANDBOX_CREDENTIALS
  return {
    ...Object.fromEntries(['PATH', 'HOME', 'TMPDIR', 'LANG'].map((name) => [name, process.env[name]])),
    // They start often.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    DATABASE_URL: database_url,
    DATA_DIR: join(folder, 'data'),
    FILES_URL: files_url,
    PORT: String(app_port),
    SMTP_URL: smtp_url,
    PAYPAL_BASE_URL: sandbox_url,
    PAYPAL_CLIENT_ID: client_id,
    PAYPAL_CLIENT_SECRET: client_secret,
    PAYPAL_WEBHOOK_ID: webhook_id,
    WORKER: '0',
    DEMO: '0',
    RENDER_LIMIT: '0'
  }
}

function throughProxy(url: string, port: number): string {
  const address = new URL(url)
  address.port = String(port)
  return address.href
}

async function openDatabase(folder: string) {
  const place = { folder: join(folder, 'postgres'), password: 'chaos', say: console.error }
  mkdirSync(dirname(place.folder), { recursive: true })
  let shaken_at = new Date(0)
  let cluster = new Cluster({ ...place, config: THROWAWAY })
  await cluster.start()
  await createDatabase(cluster.url('postgres'), 'easel')
  return {
    get cluster() {
      return cluster
    },
    url: () => cluster.url('easel'),
    /** When the processes lost their connections last. Jobs that were active then may stay so. */
    get shaken_at() {
      return shaken_at
    },
    shake: (): void => {
      shaken_at = new Date()
    },
    /** Restarts with fsync. The preparation before needs none. */
    makeDurable: async () => {
      await cluster.stop()
      cluster = new Cluster(place)
      await cluster.start()
    },
    /** Kills the postmaster. Its other processes end when they notice. */
    kill: (): void => {
      const file = join(place.folder, 'postmaster.pid')
      const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
      if (pid > 1) process.kill(pid, 'SIGKILL')
      shaken_at = new Date()
    },
    /** Starts it again on the same data. Refused by PostgreSQL while a process of the killed one is still running. */
    start: async (): Promise<void> => {
      for (const until = Date.now() + DATABASE_UP_MS; ; await wait(100)) {
        const error: unknown = await cluster.start().then(
          () => undefined,
          (cause: unknown) => cause
        )
        if (error === undefined) return
        if (Date.now() > until) throw error
      }
    }
  }
}
