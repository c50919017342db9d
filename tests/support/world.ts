import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { actorOf, createSession, createUser, MAIL_ASKED } from '#accounts/server/index.ts'
import type { WebhookNetwork } from '#developers/server/index.ts'
import type { Role } from '#platform/contract/index.ts'
import { connect } from '#platform/database/connect.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import {
  type Ctx,
  drain,
  type Files,
  jobsOn,
  type Log,
  MAIL_QUEUES,
  type Message,
  mailBy,
  openDisk,
  openListener,
  openLog,
  openScanner,
  type Ports,
  silentLog,
  startBoss
} from '#platform/server/index.ts'
import { LOG_LEVELS } from '#platform/server/log/levels.ts'
import type { Api } from '#platform/web/api.ts'
import { openReads } from '#processes/database/replicas/reads.ts'
import { buildApp } from '#processes/http/app.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { jobContext, jobs, partPorts } from '#processes/part-registry.ts'
import { USUAL_QUOTAS } from '#processes/settings/quotas.ts'
import { type Traces, tracedHandler, tracedJobs } from '#processes/traces/traces.ts'

export type Person = { id: string; name: string; email: string; role: Role; token: string }
export type World = Awaited<ReturnType<typeof freshWorld>>
export type WorldOptions = {
  paypal?: { base_url: string; client_id: string; client_secret: string; webhook_id: string }
  /** Default: a temporary folder. */
  files?: Files
  /** Default: silent, unless LOG_LEVEL is set. */
  log?: Log
  /** Default: off. */
  traces?: Traces
  /** Default: the server that all tests share. */
  server?: string
  /** Default: every session counts as proven just now, because tests move the clock by days. True: proofs end as in production. */
  proofs_end?: boolean
  /** The addresses of its replicas. Default: none. */
  replicas?: { urls: readonly string[]; lag_ms: number; log: Log }
  /** Default: names are really resolved, and this machine is refused. */
  webhooks?: Partial<WebhookNetwork>
}

const NO_PAYPAL = { base_url: 'http://127.0.0.1:9', client_id: 'none', client_secret: 'none', webhook_id: 'none' }
const PASSWORD = 'easel-test'
export const APPLICANT_KEY = Buffer.alloc(32, 9).toString('base64')
const CERTIFICATE_KEY = Buffer.alloc(32, 7).toString('base64')

/** Creates a database from the migrated template and the whole app on it, with a clock to set and people created on demand. */
export async function freshWorld({
  paypal = NO_PAYPAL,
  files,
  log,
  traces,
  server,
  proofs_end = false,
  replicas,
  webhooks = {}
}: WorldOptions = {}) {
  const { db, url, drop } = await freshDatabase(traces, server)
  const reads =
    replicas && openReads({ ...replicas, primary: db, primary_url: url, urls: replicas.urls.map((one) => sameDatabase(one, new URL(url))) })
  const folder = mkdtempSync(join(tmpdir(), 'easel-test-'))
  const boss = await startBoss(url, { quiet: true, onError: console.error })
  let now = new Date('2026-03-01T12:00:00Z')
  const clock = () => now
  const queue = tracedJobs(jobsOn(boss))
  const settings = {
    brand_name: 'Easel',
    social_links: [],
    support_email: 'support@easel.test',
    public_url: 'http://easel.test',
    session_secret: 'a-secret-for-tests-only-0123456789abcdef',
    production: false,
    exposed: false,
    admin_second_factor_days: undefined as number | undefined,
    checks_answers: true,
    temp_dir: join(folder, 'temp')
  }
  const listener = openListener(url)
  // The machine that runs the tests may have little room.
  const disk = openDisk([folder], async () => ({ bsize: 4096, blocks: 2 ** 28, bavail: 2 ** 27 }))
  const scanner = openScanner(undefined)
  const stores = { scanner, files: files ?? openFiles(join(folder, 'files')), disk, quotas: structuredClone(USUAL_QUOTAS) }
  const base = { jobs: queue, mail: mailBy(queue), ...stores, listener, settings, replicas: reads?.states }
  const ports: Ports = { ...base, ...partPorts({ paypal, webhooks, certificate_key: CERTIFICATE_KEY, applicant_keys: [APPLICANT_KEY] }) }
  const provenActorOf: typeof actorOf = async (...from) => {
    const actor = await actorOf(...from)
    return actor && { ...actor, proven_at: clock() }
  }
  const sessions = { actorOf: proofs_end ? actorOf : provenActorOf }
  const app = await buildApp({ db, reads, now: clock, ports, ...sessions, log: log ?? (await usualLog()), traces })
  await app.ready()
  const sent: Message[] = []
  const handlers = [
    ...jobs(jobContext({ db, ports, now: clock })),
    ...MAIL_QUEUES.map((name) => ({ name, run: async (message: Message) => void sent.push(message) }))
  ].map(tracedHandler)
  const people = new Map<string, Person>()

  async function person(role: Role, name: string = role): Promise<Person> {
    const known = people.get(`${role}/${name}`)
    if (known) return known
    const email = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${role}@example.com`
    const { id } = await createUser(db, { name, email, role, password: PASSWORD, email_verified: true })
    const { token } = await createSession(db, id, now)
    const made = { id, name, email, role, token }
    people.set(`${role}/${name}`, made)
    return made
  }

  return {
    db,
    url,
    reads,
    app,
    ports,
    files: ports.files,
    settings,
    /** The API client of a visitor. */
    api: injectedApi(app),
    /** The API client of a signed-in person. The same role and name is the same person. */
    as: async (role: Role, name?: string): Promise<Api> => injectedApi(app, (await person(role, name)).token),
    person,
    password: PASSWORD,
    at: (iso: string) => {
      now = new Date(iso)
    },
    now: clock,
    /** Returns the context of a job, to call a part's services directly. */
    ctx: (): Ctx => jobContext({ db, ports, now: clock })(),
    /** Runs all waiting jobs and the jobs they send. */
    work: () => drain(boss, handlers),
    /** Runs the jobs that write and send mails and returns all mails sent so far. */
    mails: async (): Promise<Message[]> => {
      await drain(
        boss,
        handlers.filter(({ name }) => name === MAIL_ASKED || MAIL_QUEUES.some((queue) => queue === name))
      )
      return sent
    },
    async end() {
      await app.close()
      await listener.close()
      await boss.stop({ graceful: false })
      await reads?.close()
      await db.destroy()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** With LOG_LEVEL=debug, for example, a test shows what the app logs. */
async function usualLog(): Promise<Log> {
  const level = LOG_LEVELS.find((one) => one === process.env['LOG_LEVEL'])
  return level ? openLog({ level, readable: true }) : silentLog
}

const sameDatabase = (server: string, { pathname }: Pick<URL, 'pathname'>): string => Object.assign(new URL(server), { pathname }).href

async function freshDatabase(traces: Traces | undefined, server?: string) {
  const admin = server ?? process.env['EASEL_TEST_PG']
  if (!admin) throw new Error('EASEL_TEST_PG is not set: run tests through vitest, whose global setup starts PostgreSQL.')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const owner = connect(admin, 1)
  // Copying files takes half the time of copying through the log, which replicas need.
  const strategy = server ? sql`wal_log` : sql`file_copy`
  await sql`create database ${sql.id(name)} template easel_template strategy ${strategy}`.execute(owner)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return {
    url: url.href,
    db: connect(url.href, 12, { onStatement: traces?.statement }),
    drop: async () => {
      await sql`drop database ${sql.id(name)} with (force)`.execute(owner)
      await owner.destroy()
    }
  }
}
