import type { PgBoss } from 'pg-boss'
import { SCHEMA } from './boss.ts'
import { type JobHandler, NOT_STOPPING } from './jobs.ts'

/** Runs all waiting jobs, and the jobs they send, until none is left. For tests. Returns the number of jobs. */
export async function drain(boss: PgBoss, handlers: readonly JobHandler[]): Promise<number> {
  let done = 0
  for (let found = true; found; ) {
    found = false
    // Asking once which queues have jobs is cheaper than fetching from each.
    let waiting = await waitingQueues(boss)
    for (const { name, run } of handlers) {
      if (!waiting.has(name)) continue
      const count = await runFetched(boss, { name, run })
      // The jobs may have sent others to the queues that follow.
      if (count > 0) waiting = await waitingQueues(boss)
      found ||= count > 0
      done += count
    }
  }
  return done
}

/** Runs up to 50 jobs of a queue. Returns how many there were. */
async function runFetched(boss: PgBoss, { name, run }: Pick<JobHandler, 'name' | 'run'>): Promise<number> {
  const jobs = await boss.fetch(name, { batchSize: 50 })
  for (const job of jobs)
    await run((job.data ?? {}) as never, NOT_STOPPING).then(
      () => boss.complete(name, job.id),
      async (error: Error) => {
        await boss.fail(name, job.id, { message: error.message })
        throw error
      }
    )
  return jobs.length
}

async function waitingQueues(boss: PgBoss): Promise<Set<string>> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select distinct name from ${SCHEMA}.job where state < 'active' and not blocked and start_after <= now()`)
  return new Set(rows.map(({ name }: { name: string }) => name))
}
