import { sql } from 'kysely'
import type { Ctx } from './context.ts'
import { deleteDeadJobsBefore } from './jobs/dead-jobs.ts'
import { removeSecretsBefore } from './jobs/expired-jobs.ts'

/** Deletes or anonymizes the data of one retention rule that is older than `before`. */
export type Eraser = (ctx: Ctx, before: Date) => Promise<void>

const FOREIGN_KEY_VIOLATION = '23503'

/** Whether PostgreSQL refused to delete a row because another row refers to it. */
export const isStillReferenced = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION

export const platformRetention = {
  dead_jobs: ({ db }, before) => deleteDeadJobsBefore(db, before),
  dead_secrets: ({ db }, before) => removeSecretsBefore(db, before),
  async mailbox({ db }, before) {
    await sql`delete from platform.mailbox_message where received_at < ${before}`.execute(db)
  },
  async use_counts({ db }, before) {
    await sql`delete from platform.use_count where window_start < ${before}`.execute(db)
  },
  async idempotent_answers({ db }, before) {
    await sql`delete from platform.idempotent_answer where started_at < ${before}`.execute(db)
  }
} satisfies Record<string, Eraser>
