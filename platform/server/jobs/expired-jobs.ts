import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { REMOVED } from './dead-jobs.ts'
import { DEAD_LETTERS } from './jobs.ts'

/** Ends waiting jobs of these queues whose `expires_at` has passed, and removes what failed jobs left behind. */
export async function removeExpiredJobs(db: Db, names: readonly string[]): Promise<void> {
  const queues = [...names]
  // The next attempt, which does nothing, ends them.
  await sql`
    update jobs.job set start_after = now()
    where name = any(${queues}) and state = 'retry' and start_after > now() and (data ->> 'expires_at')::timestamptz <= now()`.execute(db)
  // Jobs whose process was killed during the last attempt.
  await sql`
    update jobs.job set data = ${JSON.stringify(REMOVED)}::jsonb
    where name = ${DEAD_LETTERS} and source_name = any(${queues}) and data ->> 'expires_at' is not null`.execute(db)
  // The dead letter is the copy that stays.
  await sql`delete from jobs.job where name = any(${queues}) and state in ('completed', 'failed', 'cancelled')`.execute(db)
}

/**
 * Removes the content of every job that has ended, in whatever queue, whose secret expired before then. Usually nothing is left of it: a job
 * loses its secrets when it dies. It keeps them when the database was away at that moment.
 */
export async function removeSecretsBefore(db: Db, before: Date): Promise<void> {
  await sql`
    update jobs.job set data = ${JSON.stringify(REMOVED)}::jsonb
    where (name = ${DEAD_LETTERS} or state in ('completed', 'failed', 'cancelled')) and (data ->> 'expires_at')::timestamptz < ${before}`.execute(
    db
  )
}
