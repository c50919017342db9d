import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import '../tables.ts'

/** Returns when the next free window of an approved asset starts or ends, or null if there is none. */
export async function findNextFreeChange(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select least(
      (select min(free_starts_at) from catalogue.asset where status = 'approved' and withheld_at is null and free_starts_at > ${now}),
      (select min(free_ends_at) from catalogue.asset where status = 'approved' and withheld_at is null and free_ends_at > ${now})
    ) as next`.execute(db)
  return rows[0]?.next ?? null
}
