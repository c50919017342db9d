import { fromKysely, type Job, PgBoss } from 'pg-boss'
import type { Db } from './context.ts'

export type JobOptions = {
  retryLimit?: number
  retryDelay?: number
  retryBackoff?: boolean
  startAfter?: Date
  /** How long it stays in the database once it is done. */
  deleteAfterSeconds?: number
  singletonKey?: string
  /** Higher goes first; 0 unless told. */
  priority?: number
  /** A process that was silent for so long is gone: its job goes to another. */
  heartbeatSeconds?: number
}

export interface Jobs {
  /** Sent inside the transaction of `db`: it runs if and only if that commits. At least once, so a handler does nothing the second time. */
  send(db: Db, name: string, data: object, options?: JobOptions): Promise<void>
}

export type JobHandler = { name: string; run(data: never): Promise<void>; concurrency?: number; cron?: string }

const USUAL: JobOptions = { retryLimit: 5, retryDelay: 2, retryBackoff: true, heartbeatSeconds: 30 }
const DEAD = 'dead-letters'

/** pg-boss on the product's own database, in its own schema. */
export async function startBoss(connectionString: string, { quiet = false } = {}): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString, schema: 'jobs', max: 4, ...(quiet ? { supervise: false, schedule: false } : {}) })
  boss.on('error', () => {})
  await boss.start()
  return boss
}

export async function createQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  await boss.createQueue(DEAD)
  for (const name of names) await boss.createQueue(name, { deadLetter: DEAD })
}

export const jobsOn = (boss: PgBoss): Jobs => ({
  send: async (db, name, data, options = {}) => {
    await boss.send(name, data, { ...USUAL, ...options, db: fromKysely(db as never) })
  }
})

/** Takes jobs as they come until the boss stops. */
export async function work(boss: PgBoss, handlers: readonly JobHandler[], onError: (error: unknown, name: string) => void): Promise<void> {
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

/** Runs every waiting job, and those they send, until none is left: for tests and the seed. */
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
