import { sql } from 'kysely'
import type { Ctx } from './context.ts'
import type { JobHandler } from './jobs.ts'

/** No limit counts over a longer window than a day; some of the keys are people's addresses. */
const COUNTED_DAYS = 2
/** As long as a caller may come again with its Idempotency-Key. */
const ANSWERED_DAYS = 30

/** Nightly: counters and kept answers that nothing asks for any more. */
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
