import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { Milestone } from './milestones.queries.ts'
import './tables.ts'

/** The last milestone among the first `most` places of the whole list, which is counted from the oldest asset on. */
export async function findMilestoneWithin(db: Db, most: number): Promise<Milestone | undefined> {
  return db
    .selectFrom('catalogue.milestone')
    .select(['place', sql<string>`approved_at::text`.as('approved_at'), 'id'])
    .where('list', '=', '')
    .where('place', '<=', most)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type SitemapRow = { id: string; title: string; approved_at: Date; file: { id: string; sha256: string } | null }

/** Oldest first, so that what is new comes at the end and moves nothing; each with the first of its files that a picture is drawn from. */
export async function findForSitemap(
  db: Db,
  { after, offset, limit }: { after: Milestone | undefined; offset: number; limit: number }
): Promise<SitemapRow[]> {
  const behind = after ? sql`(approved_at, id) > (${after.approved_at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<SitemapRow>`
    select asset.id, asset.title, asset.approved_at,
      (select json_build_object('id', file.id, 'sha256', file.sha256) from catalogue.asset_file file
       where file.asset_id = asset.id and file.status = 'ready' and file.picture <> 'none'
       order by file.created_at, file.id limit 1) as file
    from (
      select id, title, approved_at from catalogue.asset where status = 'approved' and ${behind}
      order by approved_at, id limit ${limit} offset ${offset}
    ) asset
    order by asset.approved_at, asset.id`.execute(db)
  return rows
}

/** When the last asset of each full part was approved, as far as places are counted. */
export async function findPartEnds(db: Db, part_size: number): Promise<{ place: number; approved_at: Date }[]> {
  return db
    .selectFrom('catalogue.milestone')
    .select(['place', 'approved_at'])
    .where('list', '=', '')
    .where(sql`place % ${part_size}`, '=', 0)
    .orderBy('place')
    .execute()
}

export async function findNewestApproval(db: Db): Promise<Date | undefined> {
  const newest = await db
    .selectFrom('catalogue.asset')
    .select(sql<Date>`approved_at`.as('approved_at'))
    .where('status', '=', 'approved')
    .orderBy('approved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.approved_at
}
