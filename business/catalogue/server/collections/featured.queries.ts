import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { COVERS_MAX, FEATURED_MAX } from '../../featured.rules.ts'
import type { ShownRow } from '../asset-row.queries.ts'
import { findChosen } from '../card.queries.ts'
import '../tables.ts'

export type CollectionRow = {
  id: string
  slug: string
  title: string
  summary: string
  cover_asset_id: string | null
  published_at: Date | null
  version: number
  updated_at: Date
  /** Its first works on sale, the chosen cover first. */
  cover_ids: string[]
  /** How many of its works are on sale. */
  item_count: number
  work_count: number
}

/** Reads collections in their order. */
async function findCollections(db: Db, condition: RawBuilder<boolean>): Promise<CollectionRow[]> {
  const { rows } = await sql<CollectionRow>`
    select collection.id, slug, collection.title, summary, cover_asset_id, published_at, version, updated_at, held.*
    from catalogue.featured_collection collection,
      lateral (
        select count(*)::int as work_count, count(*) filter (where asset.is_on_sale)::int as item_count,
          coalesce((array_agg(asset.id order by coalesce(asset.id = collection.cover_asset_id, false) desc, featured.place)
            filter (where asset.is_on_sale))[1:${sql.lit(COVERS_MAX)}], '{}') as cover_ids
        from catalogue.featured_asset featured
        join (select id, status = 'approved' and withheld_at is null as is_on_sale from catalogue.asset) asset on asset.id = featured.asset_id
        where featured.collection_id = collection.id
      ) held
    where ${condition}
    order by collection.place, collection.id limit ${sql.lit(FEATURED_MAX)}`.execute(db)
  return rows
}

export const findAllCollections = (db: Db): Promise<CollectionRow[]> => findCollections(db, sql`true`)

/** The published collections with something on sale; with an asset, those that contain it. */
export const findPublished = (db: Db, asset_id: string | undefined): Promise<CollectionRow[]> =>
  findCollections(
    db,
    asset_id === undefined
      ? sql`published_at is not null and item_count > 0`
      : sql`published_at is not null and item_count > 0
          and collection.id in (select collection_id from catalogue.featured_asset where asset_id = ${asset_id})`
  )

export const findCollection = async (db: Db, id: string): Promise<CollectionRow | undefined> =>
  (await findCollections(db, sql`collection.id = ${id}`))[0]

export async function findPublishedBySlug(db: Db, slug: string): Promise<CollectionRow | undefined> {
  return (await findCollections(db, sql`slug = ${slug} and published_at is not null and item_count > 0`))[0]
}

/** A page of a collection's works that are on sale. */
export const findWorksOnSale = (db: Db, collection_id: string, { offset, limit }: { offset: number; limit: number }): Promise<ShownRow[]> =>
  findChosen(
    db,
    sql`select asset.id, featured.place from catalogue.featured_asset featured
      join catalogue.asset on asset.id = featured.asset_id and status = 'approved' and withheld_at is null
      where collection_id = ${collection_id} order by featured.place, asset.id offset ${offset} limit ${limit}`
  )

/** All works of a collection, in any status. */
export const findWorks = (db: Db, collection_id: string): Promise<ShownRow[]> =>
  findChosen(db, sql`select asset_id as id, place from catalogue.featured_asset where collection_id = ${collection_id}`)

export async function findSlugsLike(db: Db, slug: string): Promise<Set<string>> {
  const rows = await db.selectFrom('catalogue.featured_collection').select('slug').where('slug', 'like', `${slug}%`).execute()
  return new Set(rows.map((row) => row.slug))
}

type NewCollection = { slug: string; title: string; summary: string; now: Date }

/** Adds a collection after the last one. Returns nothing if another one has got this slug meanwhile. */
export async function insertCollection(tx: Tx, { now, ...fields }: NewCollection): Promise<string | undefined> {
  const place = sql<number>`(select coalesce(max(place), 0) + 1 from catalogue.featured_collection)`
  const row = await tx
    .insertInto('catalogue.featured_collection')
    .values({ ...fields, place, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function lockCollection(tx: Tx, id: string) {
  return tx
    .selectFrom('catalogue.featured_collection')
    .select(['title', 'summary', 'cover_asset_id', 'published_at', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks all collections, and returns them in their order. */
export async function lockOrder(tx: Tx) {
  const rows = await tx.selectFrom('catalogue.featured_collection').select(['id', 'title', 'place']).orderBy('id').forUpdate().execute()
  return rows.sort((one, other) => one.place - other.place)
}

type Changes = { title?: string; summary?: string; cover_asset_id?: string | null; published_at?: Date | null; updated_at: Date }

export async function updateCollection(tx: Tx, id: string, changes: Changes): Promise<void> {
  await tx.updateTable('catalogue.featured_collection').set(changes).where('id', '=', id).execute()
}

export async function updateOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update catalogue.featured_collection collection set place = given.place
    from unnest(${ids}::uuid[]) with ordinality given (id, place) where given.id = collection.id`.execute(tx)
}

type Work = { id: string; title: string }

/** Returns the works of a collection in their order. */
export async function findHeld(tx: Tx, collection_id: string): Promise<Work[]> {
  return tx
    .selectFrom('catalogue.featured_asset as featured')
    .innerJoin('catalogue.asset as asset', 'asset.id', 'featured.asset_id')
    .select(['asset.id', 'asset.title'])
    .where('collection_id', '=', collection_id)
    .orderBy('featured.place')
    .execute()
}

/** Returns those of these assets that are approved, and keeps them from being deleted until the transaction ends. */
export async function lockApproved(tx: Tx, ids: readonly string[]): Promise<Work[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('catalogue.asset')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .where('status', '=', 'approved')
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Replaces the works of a collection, in this order. */
export async function replaceWorks(tx: Tx, collection_id: string, asset_ids: readonly string[], now: Date): Promise<void> {
  await tx.deleteFrom('catalogue.featured_asset').where('collection_id', '=', collection_id).execute()
  await sql`insert into catalogue.featured_asset (collection_id, asset_id, place)
    select ${collection_id}, id, place from unnest(${asset_ids}::uuid[]) with ordinality given (id, place)`.execute(tx)
  await tx
    .updateTable('catalogue.featured_collection')
    .set({ version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', collection_id)
    .execute()
}

export async function deleteCollection(tx: Tx, id: string): Promise<{ title: string; summary: string } | undefined> {
  return tx.deleteFrom('catalogue.featured_collection').where('id', '=', id).returning(['title', 'summary']).executeTakeFirst()
}
