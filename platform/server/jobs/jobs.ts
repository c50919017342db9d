import { fromKysely, type PgBoss } from 'pg-boss'
import type { Db } from '#platform/database/connect.ts'

export type JobOptions = {
  /** Overrides the queue's number of retries. */
  retryLimit?: number
  startAfter?: Date
  singletonKey?: string
  /** Higher runs first. 0 unless set. */
  priority?: number
}

export interface Jobs {
  /** Sends a job in the transaction of `db`: it runs if and only if that commits. It runs at least once, so a handler must do nothing the second time. */
  send(db: Db, name: string, data: object, options?: JobOptions): Promise<void>
}

/** How long a job that fails is tried again, with growing pauses. */
export type Retries = 'minutes' | 'day' | 'days'

export type JobHandler = {
  name: string
  /** `stopping` is aborted when the process stops. A long job then ends soon, and continues in its next run. */
  run(data: never, stopping: AbortSignal): Promise<void>
  /** How many workers a process has for this queue. 1 unless set. */
  concurrency?: number
  /** How many jobs a worker takes, and runs, at the same time. 1 unless set. */
  batch?: number
  cron?: string
  /** Default: 'minutes' for a scheduled job, which runs again anyway, and 'day' for others. */
  retries?: Retries
  /** After this time, the job counts as hung and runs again. 15 minutes unless set; at most 24 hours. */
  expires_after_seconds?: number
  /** Whether the job is deleted as soon as it is done, because of what it contains. */
  is_deleted_when_done?: boolean
  /** Returns what may stay of the data of a job that failed for good. */
  withoutSecrets?(data: never): object
}

/** For jobs that run outside of a worker. It is never aborted. */
export const NOT_STOPPING: AbortSignal = AbortSignal.any([])

/** What creates a queue. */
export type QueueOf = Pick<JobHandler, 'name' | 'cron' | 'retries' | 'expires_after_seconds'>

/** A handler throws it when another attempt cannot help. The job is then dead immediately. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}

/** The queue of jobs that failed for good. */
export const DEAD_LETTERS = 'dead-letters'

export const jobsOn = (boss: PgBoss): Jobs => ({
  send: async (db, name, data, options = {}) => {
    await boss.send(name, data, { ...options, db: fromKysely(db as never) })
  }
})
