import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { DEAD_LETTERS, type Jobs } from './jobs.ts'
import { withoutPrivateText } from './reason.ts'

export type DeadJob = {
  id: string
  queue: string
  sent_at: Date
  failed_at: Date
  /** Without personal text and secrets. */
  reason: string
  /** False if its content was removed because it held an expired secret. */
  can_run_again: boolean
}

export type RunAgain = 'sent' | 'gone' | 'not_possible'

type DeadRow = { id: string; queue: string; sent_at: Date; failed_at: Date; message: string | null; can_run_again: boolean }

/** Replaces the data of a dead job that may not run again. */
export const REMOVED = { removed: true }

type Page = {
  queue?: string
  /** Leaves out jobs whose content was removed. */
  withContent?: boolean
  limit: number
  /** The last job of the previous page. */
  before?: Pick<DeadJob, 'id' | 'failed_at'>
}

/** Returns jobs that failed for good, the newest failure first. */
export async function findDeadJobs(db: Db, { queue, withContent = false, limit, before }: Page): Promise<DeadJob[]> {
  const { rows } = await sql<DeadRow>`
    select id, coalesce(source_name, '') as queue, coalesce(source_created_on, created_on) as sent_at, ${failedAt} as failed_at,
      coalesce(output ->> 'message', output -> 'value' ->> 'message', output ->> 'value') as message,
      ${isRunnable} as can_run_again
    from jobs.job
    where name = ${DEAD_LETTERS}
      and (${queue ?? null}::text is null or source_name = ${queue ?? null})
      and (not ${withContent}::boolean or not ${isRemoved})
      and (${before?.id ?? null}::uuid is null or (${failedAt}, id) < (${before?.failed_at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    order by ${failedAt} desc, id desc
    limit ${limit}`.execute(db)
  return rows.map(({ message, ...job }) => ({ ...job, reason: withoutPrivateText(message ?? '') || 'unknown' }))
}

/** Sends a dead job to its queue again. Two calls at the same time send it once. */
export async function runAgain(db: Db, jobs: Jobs, id: string): Promise<RunAgain> {
  if (!db.isTransaction) return db.transaction().execute((tx) => runAgain(tx, jobs, id))
  const { rows } = await sql<{ queue: string; data: object | null; runnable: boolean }>`
    select coalesce(source_name, '') as queue, data, ${isRunnable} as runnable
    from jobs.job where name = ${DEAD_LETTERS} and id = ${id} for update`.execute(db)
  const [job] = rows
  if (!job) return 'gone'
  if (!job.runnable) return 'not_possible'
  await jobs.send(db, job.queue, job.data ?? {})
  await deleteDeadJob(db, id)
  return 'sent'
}

/** Returns the queue of a job that failed for good, and keeps others from running it again or deleting it. */
export async function lockDeadJob(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ queue: string }>`
    select coalesce(source_name, '') as queue from jobs.job where name = ${DEAD_LETTERS} and id = ${id} for update`.execute(tx)
  return rows[0]?.queue
}

/** Deletes a job that failed for good. */
export async function deleteDeadJob(db: Db, id: string): Promise<void> {
  await sql`delete from jobs.job where name = ${DEAD_LETTERS} and id = ${id}`.execute(db)
}

export async function deleteDeadJobsBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from jobs.job where name = ${DEAD_LETTERS} and created_on < ${before}`.execute(db)
}

/** Whether a dead job's content was removed. */
export const isRemoved = sql<boolean>`(data is not distinct from ${JSON.stringify(REMOVED)}::jsonb)`

const isRunnable = sql<boolean>`
  not ${isRemoved} and exists (select from jobs.queue where queue.name = source_name)`

/** As precise as a Date, so that the next page begins after it. */
const failedAt = sql<Date>`date_trunc('milliseconds', created_on)`
