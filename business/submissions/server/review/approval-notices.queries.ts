import { sql } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

type Notice = { asset_id: string; artist_id: string; approved_at: Date; wage: Cents | null }

export async function insertNotice(tx: Tx, { wage, ...notice }: Notice): Promise<void> {
  await tx
    .insertInto('submissions.approval_notice')
    .values({ ...notice, wage_cents: wage })
    .onConflict((conflict) => conflict.column('asset_id').doNothing())
    .execute()
}

/** Returns the artists whose last approval is older than `quiet_since`, or whose first one is older than `waiting_since`. */
export async function findArtistsToTell(
  db: Db,
  { quiet_since, waiting_since }: { quiet_since: Date; waiting_since: Date }
): Promise<string[]> {
  const rows = await db
    .selectFrom('submissions.approval_notice')
    .select('artist_id')
    .groupBy('artist_id')
    .having(({ or, eb, fn }) => or([eb(fn.max('approved_at'), '<=', quiet_since), eb(fn.min('approved_at'), '<=', waiting_since)]))
    .execute()
  return rows.map(({ artist_id }) => artist_id)
}

/** Removes the notices of an artist and returns the titles that are still in the catalogue, with the sum of their wages. */
export async function takeNotices(tx: Tx, artist_id: string): Promise<{ titles: string[]; wage: Cents }> {
  const { rows } = await sql<{ title: string; wage_cents: Cents | null }>`
    with taken as (delete from submissions.approval_notice where artist_id = ${artist_id} returning asset_id, approved_at, wage_cents)
    select asset.title, taken.wage_cents
    from taken join catalogue.asset on asset.id = taken.asset_id
    where asset.withheld_at is null
    order by taken.approved_at, asset.title`.execute(tx)
  return { titles: rows.map(({ title }) => title), wage: rows.reduce((sum, { wage_cents }) => sum + (wage_cents ?? 0), 0) as Cents }
}
