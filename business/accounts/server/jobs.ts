import type { Ctx, JobHandler } from '#platform/server/index.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000

/** Nightly: sessions and codes that ended, and cooldowns that are long over. */
export const accountsJobs = (context: () => Ctx): JobHandler[] => [
  {
    name: 'accounts.clear-expired',
    cron: '17 3 * * *',
    run: async () => {
      const { db, now } = context()
      await queries.deleteExpired(db, now, new Date(now.getTime() - DAY_MS))
    }
  }
]
