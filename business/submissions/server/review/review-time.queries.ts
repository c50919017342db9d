import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'

const DAYS = 30

/** Returns the median hours from submission to decision over the last 30 days, or null if nothing was decided. */
export async function medianReviewHours(db: Db, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - DAYS * 24 * 3600_000)
  const { rows } = await sql<{ hours: number | null }>`
    select extract(epoch from percentile_cont(0.5) within group (order by decided_at - created_at)) / 3600 as hours
    from catalogue.asset where decided_at > ${since} and decided_at > created_at`.execute(db)
  const hours = rows[0]?.hours ?? null
  return hours === null ? null : Number(hours)
}
