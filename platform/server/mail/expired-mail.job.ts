import type { Db } from '#platform/database/connect.ts'
import { removeExpiredJobs } from '../jobs/expired-jobs.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import { MAIL_QUEUES } from './mail.ts'

export const removeExpiredMailJob = (context: () => { db: Db }): JobHandler => ({
  name: 'platform.remove-expired-mail',
  cron: '* * * * *',
  run: () => removeExpiredMail(context().db)
})

/** Ends waiting emails whose code or link has expired, and removes what failed emails left behind. */
export const removeExpiredMail = (db: Db): Promise<void> => removeExpiredJobs(db, MAIL_QUEUES)
