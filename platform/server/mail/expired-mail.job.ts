import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { REMOVED } from '../jobs/dead-jobs.ts'
import { DEAD_LETTERS, type JobHandler } from '../jobs/jobs.ts'
import { MAIL_QUEUES } from './mail.ts'

export const removeExpiredMailJob = (context: () => { db: Db }): JobHandler => ({
  name: 'platform.remove-expired-mail',
  cron: '* * * * *',
  run: () => removeExpiredMail(context().db)
})

/** Ends waiting emails whose code or link has expired, and removes what failed emails left behind. */
export async function removeExpiredMail(db: Db): Promise<void> {
  const queues = [...MAIL_QUEUES]
  // The next attempt, which sends nothing, ends them.
  await sql`
    update jobs.job set start_after = now()
    where name = any(${queues}) and state = 'retry' and start_after > now() and (data ->> 'expires_at')::timestamptz <= now()`.execute(db)
  // Emails whose process was killed during the last attempt.
  await sql`
    update jobs.job set data = ${JSON.stringify(REMOVED)}::jsonb
    where name = ${DEAD_LETTERS} and source_name = any(${queues}) and data ->> 'expires_at' is not null`.execute(db)
  // The dead letter is the copy that stays.
  await sql`delete from jobs.job where name = any(${queues}) and state in ('completed', 'failed', 'cancelled')`.execute(db)
}
