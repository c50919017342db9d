import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Db } from '#platform/database/connect.ts'
import { startBoss } from '#platform/server/index.ts'
import { CHANNEL } from '#platform/server/jobs/wake.ts'

/* What the run knows of pg-boss's tables. */

const OURS = sql`name not like '\\_\\_pgboss%'`

export type Waiting = { name: string; state: string; count: number; said: string | null; last_started_at: Date | null }

/** Counts the jobs that have not ended, except those that failed for good. */
export async function findWaiting(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select name, state::text, count(*)::int as count, left(max(output::text), 300) as said, max(started_on) as last_started_at from jobs.job
    where state in ('created', 'retry', 'active') and name <> 'dead-letters' and ${OURS} group by 1, 2`.execute(db)
  return rows
}

/** Makes every job due, as if its pause were over. */
export async function endPauses(db: Db): Promise<void> {
  await sql`
    with due as (update jobs.job set start_after = now() where state in ('created', 'retry') and start_after > now() and ${OURS} returning name)
    select pg_notify(${CHANNEL}, name) from (select distinct name from due) as named`.execute(db)
}

/** Returns the jobs that ended in failure, with the reason. */
export async function findDead(db: Db): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select name || ' ' || coalesce(data::text, '') || ': ' || coalesce(left(output::text, 500), '') as said
    from jobs.job where (state = 'failed' or name = 'dead-letters') and ${OURS}`.execute(db)
  return rows.map(({ said }) => said)
}

/** Sends every scheduled job once, as their times come around when days pass. */
export async function sendScheduled({ db, database_url }: Queued, matching = ''): Promise<void> {
  const { rows } = await sql<{ name: string }>`select distinct name from jobs.schedule where name ~ ${matching}`.execute(db)
  await withBoss(database_url, async (boss) => {
    for (const { name } of rows) await boss.send(name)
  })
}

/**
 * Gives the jobs that started before a moment to other workers, as pg-boss's supervisor does after half a minute without a heartbeat, or when their time is over. Call
 * it only if the worker that had them is dead.
 */
export async function releaseOrphans({ db, database_url }: Queued, before: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update jobs.job set heartbeat_on = now() - interval '1 hour', started_on = now() - interval '1 day'
    where state = 'active' and started_on < ${before} returning id`.execute(db)
  if (rows.length === 0) return
  await sql`update jobs.queue set monitor_claim_on = null`.execute(db)
  await withBoss(database_url, (boss) => boss.supervise())
  const ids = rows.map(({ id }) => id)
  await sql`
    with due as (update jobs.job set start_after = now() where state = 'retry' and id = any(${ids}::uuid[]) returning name)
    select pg_notify(${CHANNEL}, name) from due`.execute(db)
}

/** Payments that were checked at the end of their schedule are not checked again at PayPal, a few each second, in every later one. */
export async function restPayments(db: Db): Promise<void> {
  await sql`update payments.payment set next_check_at = '2100-01-01' where state <> 'created'`.execute(db)
}

type Queued = { db: Db; database_url: string }

async function withBoss(url: string, work: (boss: PgBoss) => Promise<void>): Promise<void> {
  const boss = await startBoss(url, { quiet: true, onError: console.error })
  try {
    await work(boss)
  } finally {
    await boss.stop({ graceful: false })
  }
}
