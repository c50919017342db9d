import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Connection, connect, type Db } from '#platform/database/connect.ts'
import { openListener } from '#platform/server/http/listener.ts'
import { createQueues, type JobHandler, type Jobs, jobsOn, startBoss, work } from '#platform/server/jobs/index.ts'
import { mailBy, sendMailJobs } from '#platform/server/mail/index.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'

type Delays = { p50_ms: number; p95_ms: number }
export type JobRates = {
  /** From the commit to the start, of jobs sent one by one and of jobs sent in one transaction. */
  single: Delays
  together: Delays
  idle_queries_per_second: number
  mails_per_second: number
  /** From the commit of a code to its arrival, while thousands of other emails wait. */
  codes: Delays
  waiting: number
}

const JOBS = 100
const WAITING_MAILS = 10_000
const CODES = 20
const CODE_EVERY_MS = 500
const IDLE_MS = 20_000
const QUEUE = 'bench.start'
/** About as many as the product has. */
const IDLE_QUEUES = 35
const FROM = { name: 'Easel', address: 'no-reply@example.com' }

/** When each subject arrived. */
type Arrived = Map<string, number>

/** Measures how soon jobs start, what idle workers cost, and how fast email leaves. The mail server runs in this process too. */
export async function jobRates(url: string): Promise<JobRates> {
  const db = connect(url)
  const listener = openListener(url)
  const boss = await startBoss(url, { onError: console.error })
  const arrived: Arrived = new Map()
  const server = await startMailServer({
    onStored: (text) => arrived.set(/^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '', performance.now())
  })
  const mail = sendMailJobs({ smtp_url: server.smtp_url, requires_tls: false, from: FROM })
  const started: number[] = []
  const handlers: JobHandler[] = [
    { name: QUEUE, batch: 5, run: async () => void started.push(performance.now()) },
    ...Array.from({ length: IDLE_QUEUES }, (_, index) => ({ name: `bench.idle-${index}`, run: async () => {} })),
    ...mail.handlers
  ]
  await createQueues(boss, handlers)
  const running = await work(boss, handlers, { listener, onError: console.error })
  try {
    await wait(2000)
    const jobs = jobsOn(boss)
    return {
      ...(await startDelays(db, jobs, started)),
      idle_queries_per_second: await idleQueries(db),
      ...(await mailRates(db, jobs, arrived))
    }
  } finally {
    running.stop()
    await listener.close()
    await boss.stop({ graceful: false })
    mail.close()
    await server.close()
    await db.destroy()
  }
}

async function startDelays(db: Connection, jobs: Jobs, started: number[]): Promise<Pick<JobRates, 'single' | 'together'>> {
  const single: number[] = []
  for (let count = 1; count <= JOBS; count += 1) {
    await jobs.send(db, QUEUE, {})
    const committed = performance.now()
    while (started.length < count) await wait(1)
    single.push(Math.max(0, started.at(-1)! - committed))
    await wait(20)
  }
  await db.transaction().execute(async (tx) => {
    for (let count = 0; count < JOBS; count += 1) await jobs.send(tx, QUEUE, {})
  })
  const committed = performance.now()
  while (started.length < 2 * JOBS) await wait(1)
  return { single: delaysOf(single), together: delaysOf(started.slice(JOBS).map((at) => Math.max(0, at - committed))) }
}

async function idleQueries(db: Connection): Promise<number> {
  const count = async () => {
    // A connection publishes its counters after 10 idle seconds at the latest.
    await wait(11_000)
    const { rows } = await sql<{ done: number }>`
      select xact_commit + xact_rollback as done from pg_stat_database where datname = current_database()`.execute(db)
    return { done: Number(rows[0]!.done), at: performance.now() }
  }
  const before = await count()
  await wait(IDLE_MS)
  const after = await count()
  // One of them is the first count.
  return (after.done - before.done - 1) / ((after.at - before.at) / 1000)
}

async function mailRates(
  db: Connection,
  jobs: Jobs,
  arrived: Arrived
): Promise<Omit<JobRates, 'single' | 'together' | 'idle_queries_per_second'>> {
  const send = (to: Db, subject: string, urgent: boolean) =>
    mailBy(jobs).send(to, { to: 'ann@example.com', subject, html: `<p>${subject}</p>`.repeat(50), text: subject.repeat(50) }, { urgent })
  await db.transaction().execute(async (tx) => {
    for (let count = 0; count < WAITING_MAILS; count += 1) await send(tx, `News ${count}`, false)
  })
  const start = performance.now()
  const delays: number[] = []
  for (let count = 0; count < CODES; count += 1) {
    await send(db, `Code ${count}`, true)
    const committed = performance.now()
    while (!arrived.has(`Code ${count}`)) await wait(1)
    delays.push(Math.max(0, arrived.get(`Code ${count}`)! - committed))
    await wait(CODE_EVERY_MS)
  }
  const mails_per_second = arrived.size / ((performance.now() - start) / 1000)
  const waiting = WAITING_MAILS + CODES - arrived.size
  await sql`delete from jobs.job where state < 'active'`.execute(db)
  return { mails_per_second, codes: delaysOf(delays), waiting }
}

function delaysOf(delays: readonly number[]): Delays {
  const sorted = delays.toSorted((one, other) => one - other)
  const at = (part: number): number => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN
  return { p50_ms: at(0.5), p95_ms: at(0.95) }
}
