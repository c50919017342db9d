import { connect, type Database } from '#platform/database/connect.ts'
import { MigrationError, migrate } from '#platform/database/migrate.ts'
import { createQueues, type QueueOf, startBoss } from '#platform/server/jobs/index.ts'
import { StartError } from '../startup/start-error.ts'
import { printQueueError } from './print-queue-error.ts'

/** Migrates to the newest schema and creates a queue for every job. Safe to repeat and to run from several processes at the same time. */
export async function prepareDatabase(databaseUrl: string, queues: readonly QueueOf[], root = process.cwd()): Promise<string[]> {
  const db = connect(databaseUrl, 2)
  try {
    const applied = await migrate<Database>(db, root).catch((error: unknown) => {
      throw error instanceof MigrationError ? new StartError(error.message) : error
    })
    const boss = await startBoss(databaseUrl, { quiet: true, onError: printQueueError })
    await createQueues(boss, queues)
    await boss.stop({ graceful: false })
    return applied
  } finally {
    await db.destroy()
  }
}
