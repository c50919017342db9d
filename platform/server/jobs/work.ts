import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Listener } from '../http/listener.ts'
import { inTime } from '../in-time.ts'
import { SCHEMA } from './boss.ts'
import { DEAD_LETTERS, type JobHandler, PermanentFailure } from './jobs.ts'
import { reasonOf } from './reason.ts'
import { watchQueues } from './wake.ts'

/** Which job failed. `attempt` counts from 1; after the last one, the job is dead. */
export type JobFailure = { queue: string; job_id?: string; attempt?: number; is_last?: boolean }

type Work = {
  listener: Listener
  onError(error: unknown, failure: JobFailure): void
}

/** Workers wait for their queue's watcher. This only helps if that is broken; a random part spreads the queries. */
const pollSeconds = (): number => 240 + Math.round(120 * Math.random())
/** A job that takes too long is reported before pg-boss gives it to another worker. */
const EARLY_SECONDS = 5

/** Runs jobs as soon as they are sent or due, until it is stopped. Jobs in progress end with the boss. */
export async function work(boss: PgBoss, handlers: readonly JobHandler[], { listener, onError }: Work): Promise<{ stop(): void }> {
  await unscheduleRetired(boss, handlers)
  const workers = new Map<string, string[]>()
  const stopping = new AbortController()
  for (const handler of handlers) {
    const { name, concurrency = 1, cron } = handler
    if (cron) await boss.schedule(name, cron)
    const ids: string[] = []
    for (let index = 0; index < concurrency; index += 1) ids.push(await startWorker(boss, handler, { onError, stopping: stopping.signal }))
    workers.set(name, ids)
  }
  const watched = watchQueues({
    boss,
    queues: [...workers.keys()],
    listener,
    wake: (queue) => {
      for (const id of workers.get(queue) ?? []) boss.notifyWorker(id)
    },
    onError: (error) => onError(error, { queue: 'all queues' })
  })
  return {
    stop: () => {
      stopping.abort()
      watched.stop()
    }
  }
}

type Running = Pick<Work, 'onError'> & { stopping: AbortSignal }

async function startWorker(boss: PgBoss, handler: JobHandler, running: Running): Promise<string> {
  const { name, batch = 1, is_deleted_when_done = false } = handler
  const options = { pollingIntervalSeconds: pollSeconds(), batchSize: batch, includeMetadata: true, perJobResults: true } as const
  const id: string = await boss.work(name, options, async (jobs: JobWithMetadata[]) => {
    const results = await Promise.all(jobs.map((job) => runOne(boss, handler, job, running)))
    const done = results.filter(({ status }) => status === 'completed').map((result) => result.id)
    // Were this thrown, the whole batch would run again, and emails that were sent would leave twice.
    if (is_deleted_when_done && done.length > 0)
      await boss.deleteJob(name, done).catch((error: unknown) => running.onError(error, { queue: name }))
    // The next jobs may already be waiting.
    if (!running.stopping.aborted) boss.notifyWorker(id)
    return results
  })
  return id
}

async function runOne(boss: PgBoss, handler: JobHandler, job: JobWithMetadata, { onError, stopping }: Running): Promise<JobResult> {
  const data = job.data ?? {}
  try {
    const seconds = job.expireInSeconds - EARLY_SECONDS
    await inTime(handler.run(data as never, stopping), seconds * 1000, `The job did not end within ${seconds} seconds.`)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    const is_last = error instanceof PermanentFailure || job.retryCount >= job.retryLimit
    const failure = { queue: job.name, job_id: job.id, attempt: job.retryCount + 1, is_last }
    onError(error, failure)
    const isPrepared = is_last && (await prepared(beforeDeath(boss, handler, job), (cause) => onError(cause, failure)))
    // A job that may still contain secrets is tried again while it has attempts left. After the last one, the nightly retention job removes them.
    return { id: job.id, status: isPrepared ? 'deadletter' : 'failed', output: { message: reasonOf(error) } }
  }
}

/** Reports a failure instead of throwing it: the other jobs of the batch are done. */
async function prepared(preparing: Promise<void>, report: (error: unknown) => void): Promise<boolean> {
  try {
    await preparing
    return true
  } catch (error) {
    report(error)
    return false
  }
}

async function beforeDeath(boss: PgBoss, { cron, withoutSecrets }: JobHandler, { id, name, data }: JobWithMetadata): Promise<void> {
  const db = boss.getDb()
  if (withoutSecrets) {
    const rest = JSON.stringify(withoutSecrets(data as never))
    await db.executeSql(`update ${SCHEMA}.job set data = $1 where name = $2 and id = $3`, [rest, name, id])
  }
  // A scheduled job that fails every minute is one problem, not thousands.
  if (cron && !data)
    await db.executeSql(`delete from ${SCHEMA}.job where name = $1 and source_name = $2 and data is null`, [DEAD_LETTERS, name])
}

/** Ends the schedules that an earlier version left in the database. */
async function unscheduleRetired(boss: PgBoss, handlers: readonly JobHandler[]): Promise<void> {
  const scheduled = new Set(handlers.filter(({ cron }) => cron).map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
}
