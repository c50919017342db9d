import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { DEAD_LETTERS, type Jobs, SEND_MAIL } from '#platform/server/index.ts'

export type QueueCounts = { name: string; waiting: number; running: number; failed: number; oldest_waiting_at: Date | null }

/** Counts the jobs of every queue. A job that is due later does not wait. */
export async function countQueues(db: Db): Promise<QueueCounts[]> {
  const { rows } = await sql<QueueCounts>`
    with live as (
      select name, count(*) filter (where state in ('created', 'retry')) as waiting, count(*) filter (where state = 'active') as running,
        min(start_after) filter (where state in ('created', 'retry')) as oldest_waiting_at
      from jobs.job where state < 'completed' and start_after <= now() group by name
    ), dead as (
      select source_name as name, count(*) as failed from jobs.job where name = ${DEAD_LETTERS} and state = 'created' group by source_name
    )
    select queue.name, coalesce(waiting, 0) as waiting, coalesce(running, 0) as running, coalesce(failed, 0) as failed, oldest_waiting_at
    from jobs.queue left join live using (name) left join dead using (name)
    where queue.name <> ${DEAD_LETTERS} order by queue.name`.execute(db)
  return rows
}

export type DeadJob = { id: string; queue: string; sent_at: Date; failed_at: Date; reason: string | null; can_run_again: boolean }

/** Returns jobs that failed for good, the newest first. */
export async function findDeadJobs(db: Db, { limit, before }: { limit: number; before?: Date | undefined }): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id, source_name as queue, source_created_on as sent_at, created_on as failed_at, output ->> 'message' as reason, true as can_run_again
    from jobs.job
    where name = ${DEAD_LETTERS} and state = 'created' and source_name is not null and created_on < ${before ?? 'infinity'}
    order by created_on desc, id limit ${limit}`.execute(db)
  return rows
}

/** Takes a job out of the dead letters, and sends it again. */
export async function runAgain(db: Tx, jobs: Jobs, id: string): Promise<'sent' | 'gone' | 'not_possible'> {
  const { rows } = await sql<{ queue: string; data: object | null }>`
    delete from jobs.job where name = ${DEAD_LETTERS} and id = ${id} returning source_name as queue, data`.execute(db)
  const [job] = rows
  if (!job) return 'gone'
  await jobs.send(db, job.queue, job.data ?? {})
  return 'sent'
}

export async function deleteDeadJob(db: Tx, id: string): Promise<void> {
  await sql`delete from jobs.job where name = ${DEAD_LETTERS} and id = ${id}`.execute(db)
}

/** Returns the queue of a dead letter, and keeps others from running it again or deleting it. */
export async function lockDeadJob(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ queue: string }>`
    select source_name as queue from jobs.job where name = ${DEAD_LETTERS} and id = ${id} and source_name is not null for update`.execute(
    tx
  )
  return rows[0]?.queue
}

export type RetriedMails = { retrying: number; oldest: Date | null; reason: string | null }

/** Counts the emails that the mail server did not take at the first try. `reason` is its last answer. */
export async function countRetriedMails(db: Db): Promise<RetriedMails> {
  const { rows } = await sql<RetriedMails>`
    select count(*) as retrying, min(created_on) as oldest, (array_agg(output ->> 'message' order by start_after desc))[1] as reason
    from jobs.job where name like ${`${SEND_MAIL}%`} and (state = 'retry' or (state = 'active' and retry_count > 0))`.execute(db)
  return rows[0] ?? { retrying: 0, oldest: null, reason: null }
}
