import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

type NewHandOver = Insertable<Database['licensing.hand_over']>

/** Returns undefined while one of the same works is being prepared. One that failed, or made no progress since `retry_before`, is asked for anew. */
export async function insertHandOver(tx: Tx, asked: NewHandOver, retry_before: Date) {
  const { name, project, format, width, license_ids, asked_at } = asked
  return tx
    .insertInto('licensing.hand_over')
    .values(asked)
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'source_id'])
        .where('made_at', 'is', null)
        .doUpdateSet({ name, project, format, width, license_ids, asked_at, done_count: 0, alive_at: null, failed_at: null })
        .where(sql<boolean>`(hand_over.failed_at is not null or coalesce(hand_over.alive_at, hand_over.asked_at) <= ${retry_before})`)
    )
    .returningAll()
    .executeTakeFirst()
}

export async function findHandOver(db: Db, id: string) {
  return db.selectFrom('licensing.hand_over').selectAll().where('id', '=', id).executeTakeFirst()
}
export type HandOverRow = NonNullable<Awaited<ReturnType<typeof findHandOver>>>

type Source = { owner_id: string; source_id: string }

/** Returns the one that its owner asked for last. */
export async function findLastHandOver(db: Db, { owner_id, source_id }: Source) {
  return db
    .selectFrom('licensing.hand_over')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('source_id', '=', source_id)
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

type Wanted = Source & Pick<HandOverRow, 'name' | 'project' | 'format' | 'width' | 'license_ids'>

/** Returns a ZIP that is ready and has the same contents, with the name that is wanted now. */
export async function takeReady(db: Db, { name, project, format, width, license_ids, owner_id, source_id }: Wanted, now: Date) {
  return db
    .updateTable('licensing.hand_over')
    .set({ name })
    .where('id', '=', (ready) =>
      ready
        .selectFrom('licensing.hand_over')
        .select('id')
        .where('owner_id', '=', owner_id)
        .where('source_id', '=', source_id)
        .where('ends_at', '>', now)
        .where('format', '=', format)
        .where('width', 'is not distinct from', width)
        .where('project', 'is not distinct from', project)
        .where(sql<boolean>`license_ids = ${license_ids}::uuid[]`)
        .orderBy('ends_at', 'desc')
        .limit(1)
    )
    .returningAll()
    .executeTakeFirst()
}

export async function lockHandOver(tx: Tx, id: string) {
  return tx.selectFrom('licensing.hand_over').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** One run of the job for what was asked at that time. */
export type Run = Pick<HandOverRow, 'id' | 'runs' | 'asked_at'>

const current = (db: Db, { id, runs, asked_at }: Run) =>
  db
    .updateTable('licensing.hand_over')
    .where('id', '=', id)
    .where('runs', '=', runs)
    .where('asked_at', '=', asked_at)
    .where('made_at', 'is', null)

/** Stores the progress of a run, which never goes back. Returns false if another run has taken over. */
export async function updateDone(db: Db, run: Run, { done_count, alive_at }: { done_count: number; alive_at: Date }): Promise<boolean> {
  const done = sql<number>`greatest(done_count, ${done_count}::integer)`
  return (await current(db, run).set({ done_count: done, alive_at }).executeTakeFirst()).numUpdatedRows > 0n
}

export async function updateFailed(db: Db, run: Run, failed_at: Date): Promise<void> {
  await current(db, run).set({ failed_at }).execute()
}

/** Counts a run of the job. Returns undefined if there is nothing to do any more, or if it was asked for anew since `asked_at`. */
export async function startRun(db: Db, { id, asked_at, now }: { id: string; asked_at: Date | undefined; now: Date }) {
  return db
    .updateTable('licensing.hand_over')
    .set((row) => ({ runs: row('runs', '+', 1), alive_at: now }))
    .where('id', '=', id)
    .where('made_at', 'is', null)
    .where('failed_at', 'is', null)
    .$if(asked_at !== undefined, (query) => query.where('asked_at', '=', asked_at!))
    .returningAll()
    .executeTakeFirst()
}

type Made = Pick<HandOverRow, 'license_ids' | 'done_count' | 'made_by' | 'bytes' | 'made_at' | 'ends_at'>

export async function updateMade(tx: Tx, id: string, made: Made): Promise<void> {
  await tx.updateTable('licensing.hand_over').set(made).where('id', '=', id).execute()
}

/** Returns the licenses with these ids in their order. */
export async function findLicensesInOrder(db: Db, ids: readonly string[]) {
  return db.selectFrom('licensing.license').selectAll().where('id', 'in', ids).orderBy(sql`array_position(${ids}::uuid[], id)`).execute()
}

/** How many files there may be. */
export type Deleted = { id: string; runs: number }

export async function deleteHandOversOf(tx: Tx, owner_id: string): Promise<Deleted[]> {
  return tx.deleteFrom('licensing.hand_over').where('owner_id', '=', owner_id).returning(['id', 'runs']).execute()
}

/** Deletes those that ended, and those that could not be prepared in that time. */
export async function deleteEnded(tx: Tx, { ended_before, asked_before }: { ended_before: Date; asked_before: Date }): Promise<Deleted[]> {
  return tx
    .deleteFrom('licensing.hand_over')
    .where((row) =>
      row.or([row('ends_at', '<=', ended_before), row.and([row('made_at', 'is', null), row('asked_at', '<=', asked_before)])])
    )
    .returning(['id', 'runs'])
    .execute()
}
