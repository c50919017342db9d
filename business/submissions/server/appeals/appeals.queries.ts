import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import { APPEAL_STATES, type AppealState } from '../../appeal.rules.ts'
import '../tables.ts'

export type AppealRow = Selectable<Database['submissions.appeal']>

/** Appeals against the rejection of an asset. Returns undefined if this rejection was appealed before (unique index). */
export async function insertAppeal(
  tx: Tx,
  { asset_id, message, made_at }: { asset_id: string; message: string; made_at: Date }
): Promise<AppealRow | undefined> {
  return tx
    .insertInto('submissions.appeal')
    .columns(['asset_id', 'artist_id', 'message', 'made_at', 'rejected_at', 'rejected_by', 'reason', 'reason_codes'])
    .expression(({ selectFrom }) =>
      selectFrom('catalogue.asset')
        .select(['id', 'owner_id', sql<string>`${message}::text`.as('message'), sql<Date>`${made_at}::timestamptz`.as('made_at')])
        .select([sql<Date>`coalesce(decided_at, created_at)`.as('rejected_at'), 'decided_by', 'reject_reason', 'reject_reason_codes'])
        .where('id', '=', asset_id)
        .where('status', '=', 'rejected')
    )
    .onConflict((conflict) => conflict.columns(['asset_id', 'rejected_at']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findAppeal(db: Db, id: string): Promise<AppealRow | undefined> {
  return db.selectFrom('submissions.appeal').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Ends an open appeal. Returns undefined if it is not open: an appeal is decided once. */
export async function endAppeal(
  tx: Tx,
  id: string,
  change: Updateable<Database['submissions.appeal']> & { state: AppealState; ended_at: Date }
): Promise<AppealRow | undefined> {
  return tx.updateTable('submissions.appeal').set(change).where('id', '=', id).where('state', '=', 'open').returningAll().executeTakeFirst()
}

/** Withdraws the open appeal of an asset. Returns whether there was one. */
export async function withdrawAppeals(tx: Tx, asset_id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('submissions.appeal')
    .set({ state: 'withdrawn', ended_at: now })
    .where('asset_id', '=', asset_id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns the appeals that artists see at these assets, at most one each: against the present rejection, or else the last one. */
export async function findAppealsOf(db: Db, asset_ids: readonly string[]): Promise<AppealRow[]> {
  if (asset_ids.length === 0) return []
  return db
    .selectFrom('submissions.appeal as appeal')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'appeal.asset_id')
    .selectAll('appeal')
    .distinctOn('appeal.asset_id')
    .where('appeal.asset_id', 'in', asset_ids)
    .where(sql<SqlBool>`(asset.status <> 'rejected' or appeal.rejected_at = coalesce(asset.decided_at, asset.created_at))`)
    .orderBy('appeal.asset_id')
    .orderBy('appeal.rejected_at', 'desc')
    .execute()
}

const selectListed = (db: Db) =>
  db
    .selectFrom('submissions.appeal as appeal')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'appeal.asset_id')
    .innerJoin('accounts.user as artist', 'artist.id', 'appeal.artist_id')
    .leftJoin('accounts.user as reviewer', 'reviewer.id', 'appeal.rejected_by')
    .leftJoin('accounts.user as decider', 'decider.id', 'appeal.decided_by')
    .selectAll('appeal')
    .select(['asset.title as asset_title', 'asset.status as asset_status', 'artist.name as artist_name'])
    .select(['reviewer.name as reviewer_name', 'decider.name as decider_name'])

type Listed = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>
export type ListedRow = Listed[number]

export const findListed = (db: Db, id: string): Promise<ListedRow | undefined> =>
  selectListed(db).where('appeal.id', '=', id).executeTakeFirst()

type Page = { state?: AppealState | undefined; page: number; page_size: number }

/** The open ones first, oldest first, because they wait; then the others, newest first. */
export async function findAppeals(db: Db, { state, page, page_size }: Page): Promise<Listed> {
  let query = selectListed(db)
  if (state) query = query.where('appeal.state', '=', state)
  return query
    .orderBy(sql`appeal.state <> 'open'`)
    .orderBy(sql`case when appeal.state = 'open' then appeal.made_at end`)
    .orderBy('appeal.ended_at', 'desc')
    .orderBy('appeal.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countAppeals(db: Db): Promise<Record<AppealState, number>> {
  const rows = await db
    .selectFrom('submissions.appeal')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = APPEAL_STATES.map((state): [AppealState, number] => [state, rows.find((row) => row.state === state)?.count ?? 0])
  return Object.fromEntries(counts) as Record<AppealState, number>
}

/** Erases what a person wrote into appeals that are over, and into open ones. Their dates and outcomes stay. */
export async function eraseAppealsOf(tx: Tx, artist_id: string): Promise<void> {
  await tx.updateTable('submissions.appeal').set({ message: '' }).where('artist_id', '=', artist_id).execute()
}
