import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import type { ShownRow } from '../asset-row.queries.ts'
import { findChosen } from '../card.queries.ts'
import type { Slice } from '../queries.ts'
import { artistId, HAS_PAGE } from './public-artist.queries.ts'

const IS_ON_SALE = sql<boolean>`asset.status = 'approved' and asset.withheld_at is null`

export type ArtistRow = { name: string; since: Date; total: number }

/** Returns an artist with works on sale: the name on the newest of them, since when there are any, and how many. */
export async function findArtist(db: Db, id: string): Promise<ArtistRow | undefined> {
  const { rows } = await sql<ArtistRow>`
    with works as materialized (
      select count(*)::bigint as total, min(asset.approved_at) as since from catalogue.asset asset where ${artistId} = ${id} and ${IS_ON_SALE}
    )
    select newest.name, works.since, works.total
    from works, lateral (
      select coalesce(asset.author_name, owner.name) as name
      from catalogue.asset asset join accounts."user" owner on owner.id = asset.owner_id
      where ${artistId} = ${id} and ${IS_ON_SALE} and ${HAS_PAGE} order by asset.approved_at desc, asset.id desc limit 1
    ) newest`.execute(db)
  return rows[0]
}

/** Returns a page of an artist's works on sale, newest first. */
export const findWorks = (db: Db, id: string, { offset, limit }: Slice): Promise<ShownRow[]> =>
  findChosen(
    db,
    sql`
      select asset.id, row_number() over (order by asset.approved_at desc, asset.id desc) as place
      from catalogue.asset asset where ${artistId} = ${id} and ${IS_ON_SALE}
      order by asset.approved_at desc, asset.id desc limit ${limit} offset ${offset}`
  )

/** Returns the artists with works on sale, in the order of their ids. Each is found by one step in the index, however many works there are. */
export async function findArtists(db: Db, after: string | undefined, limit: number): Promise<{ id: string; changed_at: Date }[]> {
  const next = (beyond: RawBuilder<unknown>) => sql`
    select ${artistId} as id, asset.approved_at as changed_at, ${HAS_PAGE} as has_page
    from catalogue.asset asset join accounts."user" owner on owner.id = asset.owner_id
    where ${IS_ON_SALE} and ${beyond} order by ${artistId}, asset.approved_at desc, asset.id desc limit 1`
  const { rows } = await sql<{ id: string; changed_at: Date }>`
    with recursive artist as (
      (${next(after === undefined ? sql`true` : sql`${artistId} > ${after}`)})
      union all
      select following.* from artist, lateral (${next(sql`${artistId} > artist.id`)}) following
    )
    select id, changed_at from artist where has_page limit ${limit}`.execute(db)
  return rows
}
