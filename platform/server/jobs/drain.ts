import type { PgBoss } from 'pg-boss'
import type { JobHandler } from './jobs.ts'

/** Runs all waiting jobs, and the jobs they send, until none is left. For tests and the seed. Returns the number of jobs. */
export async function drain(boss: PgBoss, handlers: readonly JobHandler[]): Promise<number> {
  let done = 0
  for (let found = true; found; ) {
    found = false
    for (const { name, run } of handlers) {
      const jobs = await boss.fetch(name, { batchSize: 50 })
      for (const job of jobs) {
        found = true
        await run((job.data ?? {}) as never).then(
          () => boss.complete(name, job.id),
          async (error: Error) => {
            await boss.fail(name, job.id, { message: error.message })
            throw error
          }
        )
        done += 1
      }
    }
  }
  return done
}
