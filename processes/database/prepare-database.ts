import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createQueues, type QueueOf, startBoss } from '#platform/server/jobs/index.ts'

/** Migrates to the newest schema and creates a queue for every job. Safe to repeat and to run from several processes at the same time. */
export async function prepareDatabase(databaseUrl: string, queues: readonly QueueOf[], root = process.cwd()): Promise<string[]> {
  const db = connect(databaseUrl, 2)
  try {
    const applied = await migrate<Database>(db, root)
    const boss = await startBoss(databaseUrl, { quiet: true })
    await createQueues(boss, queues)
    await boss.stop({ graceful: false })
    return applied
  } finally {
    await db.destroy()
  }
}
