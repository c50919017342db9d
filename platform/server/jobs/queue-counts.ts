import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { isRemoved } from './dead-jobs.ts'
import { DEAD_LETTERS } from './jobs.ts'

export type QueueCount = {
  name: string
  /** Jobs that could run now. Jobs for later do not count, and neither do jobs that failed and wait for their next attempt. */
  waiting: number
  running: number
  /** Jobs that failed for good and that nobody ran again or deleted. Expired emails do not count: nobody can do anything about them. */
  failed: number
  /** Since when the oldest of the waiting jobs could have been done. */
  oldest_waiting_at: Date | null
  /** When the oldest of the jobs that failed and are tried again was sent. */
  failing_since: Date | null
}

/** Counts the jobs of every queue. */
export async function countQueues(db: Db): Promise<QueueCount[]> {
  const { rows } = await sql<QueueCount>`
    with counted as (
      select name,
        count(*) filter (where state <> 'active' and start_after <= now())::int as waiting,
        count(*) filter (where state = 'active')::int as running,
        min(start_after) filter (where state <> 'active' and start_after <= now()) as oldest_waiting_at,
        min(created_on) filter (where state = 'retry') as failing_since
      from jobs.job
      where state <= 'active'
      group by name
    ), dead as (
      select source_name as name, count(*)::int as failed from jobs.job where name = ${DEAD_LETTERS} and not ${isRemoved} group by source_name
    )
    select queue.name, coalesce(waiting, 0) as waiting, coalesce(running, 0) as running, coalesce(failed, 0) as failed, oldest_waiting_at, failing_since
    from jobs.queue left join counted using (name) left join dead using (name)
    where queue.name <> ${DEAD_LETTERS} and not starts_with(queue.name, '__pgboss__')
    order by queue.name`.execute(db)
  return rows
}

export type RetriedJobs = { retrying: number; oldest: Date | null; reason: string | null }

/** Counts the jobs of these queues that failed at the first try and are tried again. `reason` is the last failure's. */
export async function countRetriedJobs(db: Db, queues: readonly string[]): Promise<RetriedJobs> {
  const { rows } = await sql<RetriedJobs>`
    select count(*)::int as retrying, min(created_on) as oldest, (array_agg(output ->> 'message' order by start_after desc))[1] as reason
    from jobs.job
    where name in (${sql.join([...queues])}) and (state = 'retry' or (state = 'active' and retry_count > 0))`.execute(db)
  return rows[0] ?? { retrying: 0, oldest: null, reason: null }
}
