import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { DEAD_LETTERS, MAIL_QUEUES } from '#platform/server/index.ts'

/** Returns the queue of a job that failed for good, and keeps others from running it again or deleting it. */
export async function lockDeadJob(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ queue: string }>`
    select coalesce(source_name, '') as queue from jobs.job where name = ${DEAD_LETTERS} and id = ${id} for update`.execute(tx)
  return rows[0]?.queue
}

export type RetriedMails = { retrying: number; oldest: Date | null; reason: string | null }

/** Counts the emails that the mail server did not take at the first try. `reason` is its last answer. */
export async function countRetriedMails(db: Db): Promise<RetriedMails> {
  const { rows } = await sql<RetriedMails>`
    select count(*)::int as retrying, min(created_on) as oldest, (array_agg(output ->> 'message' order by start_after desc))[1] as reason
    from jobs.job
    where name in (${sql.join([...MAIL_QUEUES])}) and (state = 'retry' or (state = 'active' and retry_count > 0))`.execute(db)
  return rows[0] ?? { retrying: 0, oldest: null, reason: null }
}
