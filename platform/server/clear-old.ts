import { sql } from 'kysely'
import type { Ctx } from './context.ts'
import type { JobHandler } from './jobs.ts'

/** No usage limit has a window longer than a day, and some keys contain people's addresses. */
const COUNTED_DAYS = 2
/** How long a caller may repeat a call with its Idempotency-Key. */
const ANSWERED_DAYS = 30

/** Deletes expired counters and idempotent answers every night. */
export const platformJobs = (context: () => Ctx): JobHandler[] => [
  {
    name: 'platform.clear-old',
    cron: '41 3 * * *',
    run: async () => {
      const { pool, now } = context()
      await sql`delete from platform.use_count where window_start < ${now}::timestamptz - make_interval(days => ${COUNTED_DAYS})`.execute(
        pool
      )
      await sql`delete from platform.idempotent_answer where started_at < ${now}::timestamptz - make_interval(days => ${ANSWERED_DAYS})`.execute(
        pool
      )
    }
  }
]
