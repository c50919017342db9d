import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'

/** A call that waits for its key looks again after 100 ms. */
const NOTICED_MS = 250
const CALLS_MS = 20_000
const POLL_MS = 30

/** Lets the minute pass after which the Idempotency-Keys of calls that ended without a trace are free. */
export async function freeKeys(db: Db): Promise<void> {
  await sql`update platform.idempotent_answer set started_at = started_at - interval '2 minutes' where status is null`.execute(db)
}

/**
 * Waits until the app has ended the calls that their clients gave up. No call may last while days pass: the keys have the database's time, which stays behind, so the
 * retention job would free them, and the call would begin days after it came.
 */
export async function callsEnd(db: Db): Promise<string[]> {
  await freeKeys(db)
  await wait(NOTICED_MS)
  const until = Date.now() + CALLS_MS
  for (let running = await findRunning(db); running.length > 0; running = await findRunning(db)) {
    if (Date.now() > until) return running.map((endpoint) => `a call does not end: ${endpoint}`)
    await wait(POLL_MS)
  }
  return []
}

async function findRunning(db: Db): Promise<string[]> {
  const { rows } = await sql<{ endpoint: string }>`
    select endpoint from platform.idempotent_answer where status is null and started_at > clock_timestamp() - interval '1 minute'`.execute(
    db
  )
  return rows.map(({ endpoint }) => endpoint)
}
