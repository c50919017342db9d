import { fromKysely, type Job, PgBoss } from 'pg-boss'
import type { Db } from '#platform/database/connect.ts'

export type JobOptions = {
  retryLimit?: number
  retryDelay?: number
  retryBackoff?: boolean
  startAfter?: Date
  /** How long a finished job stays in the database. */
  deleteAfterSeconds?: number
  singletonKey?: string
  /** Higher runs first. 0 unless set. */
  priority?: number
  /** After this many seconds without a heartbeat, the process counts as dead and another one gets the job. */
  heartbeatSeconds?: number
}

export interface Jobs {
  /** Sends a job in the transaction of `db`: it runs if and only if that commits. It runs at least once, so a handler must do nothing the second time. */
  send(db: Db, name: string, data: object, options?: JobOptions): Promise<void>
}

export type JobHandler = { name: string; run(data: never): Promise<void>; concurrency?: number; cron?: string }

const DEFAULTS: JobOptions = { retryLimit: 5, retryDelay: 2, retryBackoff: true, heartbeatSeconds: 30 }
/** The queue of jobs that failed for good. */
export const DEAD_LETTERS = 'dead-letters'

/** Starts pg-boss in its own schema of the product's database. */
export async function startBoss(connectionString: string, { quiet = false } = {}): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString, schema: 'jobs', max: 4, ...(quiet ? { supervise: false, schedule: false } : {}) })
  boss.on('error', () => {})
  await boss.start()
  return boss
}

export async function createQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  await boss.createQueue(DEAD_LETTERS)
  for (const name of names) await boss.createQueue(name, { deadLetter: DEAD_LETTERS })
}

export const jobsOn = (boss: PgBoss): Jobs => ({
  send: async (db, name, data, options = {}) => {
    await boss.send(name, data, { ...DEFAULTS, ...options, db: fromKysely(db as never) })
  }
})

/** Runs jobs as they arrive, until the boss stops. */
export async function work(boss: PgBoss, handlers: readonly JobHandler[], onError: (error: unknown, name: string) => void): Promise<void> {
  await unscheduleRetired(boss, handlers)
  for (const { name, run, concurrency = 1, cron } of handlers) {
    if (cron) await boss.schedule(name, cron)
    for (let index = 0; index < concurrency; index += 1)
      await boss.work(name, { pollingIntervalSeconds: 0.5 }, async ([job]: Job[]) => {
        try {
          await run(job?.data as never)
        } catch (error) {
          onError(error, name)
          throw error
        }
      })
  }
}

/** Ends the schedules that an earlier version left in the database. */
async function unscheduleRetired(boss: PgBoss, handlers: readonly JobHandler[]): Promise<void> {
  const scheduled = new Set(handlers.filter(({ cron }) => cron).map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
}

/** Runs all waiting jobs, and the jobs they send, until none is left. For tests and the seed. Returns the number of jobs. */
export async function drain(boss: PgBoss, handlers: readonly JobHandler[]): Promise<number> {
  let done = 0
  for (let found = true; found; ) {
    found = false
    for (const { name, run } of handlers) {
      const jobs = await boss.fetch(name, { batchSize: 50 })
      for (const job of jobs) {
        found = true
        await run(job.data as never).then(
          () => boss.complete(name, job.id),
          async (error: Error) => {
            await boss.fail(name, job.id, { message: error.message })
            throw error
          }
        )
        done += 1
      }
    }
  }
  return done
}
