import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'
import type { Listener } from '../http/listener.ts'
import {
  createQueues,
  findDeadJobs,
  type JobFailure,
  type JobHandler,
  jobsOn,
  PermanentFailure,
  runAgain,
  startBoss,
  work
} from '../index.ts'

const QUEUE = 'test.work'
/** As behind a pooler that breaks LISTEN. */
const DEAF: Listener = { listen: () => () => {}, close: async () => {} }

let world: World
let boss: PgBoss
let url: string
const opened: { stop(): void }[] = []
beforeAll(async () => {
  world = await freshWorld()
  url = world.db.pool.options.connectionString!
})
afterAll(() => world.end())
beforeEach(async () => {
  await sql`delete from jobs.job`.execute(world.db)
  boss = await startBoss(url, { quiet: true, onError: console.error })
  await createQueues(boss, [{ name: QUEUE }])
})
afterEach(async () => {
  for (const running of opened.splice(0)) running.stop()
  await boss.stop({ graceful: false })
})

type Running = { failures: (JobFailure & { message: string })[] }

/** Works on the test's queue, and waits until the workers have seen that it is empty. */
async function working(handler: Omit<JobHandler, 'name'>, { listener = world.ports.listener } = {}): Promise<Running> {
  const failures: Running['failures'] = []
  const onError = (error: unknown, failure: JobFailure) => void failures.push({ ...failure, message: (error as Error).message })
  opened.push(await work(boss, [{ name: QUEUE, ...handler }], { listener, onError }))
  await wait(150)
  return { failures }
}

const send = (data: object, options = {}) => jobsOn(boss).send(world.db, QUEUE, data, options)

test('a job starts at once when it is committed, and not before', async () => {
  const started: number[] = []
  await working({ run: async () => void started.push(performance.now()) })
  let committed = 0
  for (let count = 1; count <= 3; count += 1) {
    await world.db.transaction().execute(async (tx) => {
      await jobsOn(boss).send(tx, QUEUE, {})
      await wait(40)
      expect(started).toHaveLength(count - 1)
    })
    committed = performance.now()
    await expect.poll(() => started.length, { interval: 2 }).toBe(count)
    // The next check is up to a second away.
    expect(started.at(-1)! - committed).toBeLessThan(300)
  }
})

test('jobs run soon when no notification arrives, and a job for later runs when its time has come', async () => {
  const started = new Map<string, number>()
  await working({ run: async ({ name }: { name: string }) => void started.set(name, Date.now()) }, { listener: DEAF })
  const startAfter = new Date(Date.now() + 700)
  await send({ name: 'later' }, { startAfter })
  await send({ name: 'now' })
  await expect.poll(() => started.size, { timeout: 5000 }).toBe(2)
  expect(started.get('later')).toBeGreaterThanOrEqual(startAfter.getTime())
})

test('a queue runs as many jobs at a time as it has workers, and starts the next one without a pause', async () => {
  let running = 0
  let most = 0
  let done = 0
  await working({
    concurrency: 2,
    run: async () => {
      running += 1
      most = Math.max(most, running)
      await wait(10)
      running -= 1
      done += 1
    }
  })
  const start = performance.now()
  await world.db.transaction().execute(async (tx) => {
    for (let count = 0; count < 20; count += 1) await jobsOn(boss).send(tx, QUEUE, {})
  })
  await expect.poll(() => done, { interval: 5 }).toBe(20)
  expect(most).toBe(2)
  // One job for each check would take 10 seconds.
  expect(performance.now() - start).toBeLessThan(3000)
})

test('idle workers of 40 queues ask the database at most twice per second', async () => {
  const queues = Array.from({ length: 40 }, (_, index) => ({ name: `test.idle-${index}`, run: async () => {} }))
  await createQueues(boss, queues)
  await boss.stop({ graceful: false })
  // As in production: it schedules and supervises too.
  boss = await startBoss(url, { onError: console.error })
  opened.push(await work(boss, queues, { listener: world.ports.listener, onError: () => {} }))
  await wait(300)
  let count = 0
  const db = boss.getDb()
  const pool = 'pool' in db ? (db.pool as { query(...args: unknown[]): unknown }) : undefined
  const query = pool!.query.bind(pool)
  pool!.query = (...args: unknown[]) => {
    count += 1
    return query(...args)
  }
  await wait(1500)
  expect(count).toBeLessThanOrEqual(3)
  // The count works. After a slow check, the next one comes later.
  await expect.poll(() => count, { timeout: 20_000 }).toBeGreaterThan(0)
}, 30_000)

test('a failure is reported once, with the queue, the job, and the attempt, and the job runs again later', async () => {
  const { failures } = await working({
    run: async () => {
      throw new Error('The server is away.')
    }
  })
  await send({})
  await expect.poll(() => failures).toHaveLength(1)
  expect(failures).toEqual([{ queue: QUEUE, job_id: expect.any(String), attempt: 1, is_last: false, message: 'The server is away.' }])
  const pause = sql<{ wait: number }>`
    select extract(epoch from start_after - now())::int as wait from jobs.job where name = ${QUEUE} and state = 'retry'`
  const isPause = (seconds: number) => seconds >= 4 && seconds <= 10
  await expect.poll(async () => (await pause.execute(world.db)).rows).toEqual([{ wait: expect.toSatisfy(isPause) }])
})

test('a job that cannot succeed is dead after the first attempt, with its reason, and can be run again', async () => {
  let isRepaired = false
  const { failures } = await working({
    run: async () => {
      if (!isRepaired) throw new PermanentFailure('There is no such mailbox: ann@example.com.')
    }
  })
  await send({ number: 5 })
  await expect.poll(() => findDeadJobs(world.db, { limit: 5 })).toHaveLength(1)
  const [dead] = await findDeadJobs(world.db, { limit: 5 })
  expect(dead).toMatchObject({ queue: QUEUE, reason: 'There is no such mailbox: [address]', can_run_again: true })
  expect(failures).toMatchObject([{ attempt: 1, is_last: true }])
  isRepaired = true
  expect(await runAgain(world.db, jobsOn(boss), dead!.id)).toBe('sent')
  const done = sql`select from jobs.job where name = ${QUEUE} and state = 'completed'`
  await expect.poll(async () => (await done.execute(world.db)).rows).toHaveLength(1)
  expect(await findDeadJobs(world.db, { limit: 5 })).toEqual([])
})

test('an error of the queue itself is reported', async () => {
  const errors: unknown[] = []
  const other = await startBoss(url, { quiet: true, onError: (error) => void errors.push(error) })
  for (let count = 0; count < 3; count += 1) other.emit('error', new Error('The connection ended.'))
  await other.stop({ graceful: false })
  expect(errors).toMatchObject([{ message: 'The connection ended.' }])
})

test('a running job ends before the process stops', async () => {
  let isDone = false
  let isStarted = false
  await working({
    run: async () => {
      isStarted = true
      await wait(300)
      isDone = true
    }
  })
  await send({})
  await expect.poll(() => isStarted).toBe(true)
  await boss.stop({ graceful: true, timeout: 5000 })
  expect(isDone).toBe(true)
  const { rows } = await sql<{ state: string }>`select state from jobs.job where name = ${QUEUE}`.execute(world.db)
  expect(rows).toEqual([{ state: 'completed' }])
})

test('the failures of a scheduled job are one dead job', async () => {
  await working({
    cron: '0 0 1 1 *',
    run: async () => {
      throw new PermanentFailure('The disk is full.')
    }
  })
  for (let count = 0; count < 2; count += 1) {
    await boss.send(QUEUE)
    await expect
      .poll(async () => (await sql`select from jobs.job where name = ${QUEUE} and state = 'failed'`.execute(world.db)).rows)
      .toHaveLength(count + 1)
  }
  expect(await findDeadJobs(world.db, { limit: 5 })).toHaveLength(1)
})

test('jobs that are done do not run again when the database is away right after them', async () => {
  let runs = 0
  boss.deleteJob = () => Promise.reject(new Error('The database is away.'))
  const run = async () => {
    runs += 1
  }
  const { failures } = await working({ is_deleted_when_done: true, run })
  await send({})
  const states = async () => (await sql<{ state: string }>`select state from jobs.job where name = ${QUEUE}`.execute(world.db)).rows
  await expect.poll(states).toEqual([{ state: 'completed' }])
  expect([runs, failures]).toEqual([1, [{ queue: QUEUE, message: 'The database is away.' }]])
})

test('a job whose secrets cannot be removed does not take its batch with it', async () => {
  const { failures } = await working({
    batch: 2,
    withoutSecrets: () => {
      throw new Error('The database is away.')
    },
    run: async ({ is_good }: { is_good: boolean }) => {
      if (!is_good) throw new PermanentFailure('No such mailbox.')
    }
  })
  await world.db.transaction().execute(async (tx) => {
    for (const is_good of [true, false]) await jobsOn(boss).send(tx, QUEUE, { is_good })
  })
  const states = async () =>
    (await sql<{ state: string }>`select state from jobs.job where name = ${QUEUE} order by state`.execute(world.db)).rows
  await expect.poll(states).toEqual([{ state: 'retry' }, { state: 'completed' }])
  expect(failures.map(({ message }) => message)).toEqual(['No such mailbox.', 'The database is away.'])
})
