import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { orderOf, type Walk } from './lists/list-segments.queries.ts'
import './tables.ts'

export type SitemapRow = { id: string; title: string; approved_at: Date; file: { id: string; sha256: string } | null }

/** Returns the assets on sale on a walk, oldest first, each with its first file that has a picture. */
export async function findForSitemap(db: Db, { within, direction, skip, count }: Walk): Promise<SitemapRow[]> {
  const { rows } = await sql<SitemapRow>`
    select asset.id, asset.title, asset.approved_at,
      (select json_build_object('id', file.id, 'sha256', file.sha256) from catalogue.asset_file file
       where file.asset_id = asset.id and file.status = 'ready' and file.is_published and file.picture <> 'none'
       order by file.created_at, file.id limit 1) as file
    from (
      select asset.id, asset.title, asset.approved_at from catalogue.asset asset where asset.status = 'approved' and asset.withheld_at is null and ${within}
      order by ${orderOf('approved', direction)} limit ${count} offset ${skip}
    ) asset
    order by asset.approved_at, asset.id`.execute(db)
  return rows
}

/** Returns when the newest asset was approved. */
export async function findNewestApproval(db: Db): Promise<Date | undefined> {
  const newest = await db
    .selectFrom('catalogue.asset')
    .select(sql<Date>`approved_at`.as('approved_at'))
    .where('status', '=', 'approved')
    .where('withheld_at', 'is', null)
    .orderBy('approved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.approved_at
}
