import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

/** Who asks: sees their own collections, and those that people on the same team's plan share with it. */
export type Reader = { user_id: string; team: { subscription_ids: readonly string[]; member_ids: readonly string[] } | undefined }

const COVERS = 4

const ON_SALE = sql<SqlBool>`asset.status = 'approved' and asset.withheld_at is null`

/** How many of the works are on sale. */
const itemCount = sql<number>`(select count(*) from collections.item item join catalogue.asset asset on asset.id = item.asset_id
  where item.collection_id = collection.id and ${ON_SALE})::int`

const coverIds = sql<string[]>`array(select item.asset_id from collections.item item join catalogue.asset asset on asset.id = item.asset_id
  where item.collection_id = collection.id and ${ON_SALE} order by item.position, item.added_at limit ${sql.lit(COVERS)})`

const selectCollections = (db: Db) =>
  db
    .selectFrom('collections.collection as collection')
    .innerJoin('accounts.user as owner', 'owner.id', 'collection.owner_id')
    .selectAll('collection')
    .select(['owner.name as owner_name', itemCount.as('item_count')])

const isSeenBy = ({ user_id, team }: Reader) =>
  team === undefined
    ? sql<SqlBool>`collection.owner_id = ${user_id}`
    : sql<SqlBool>`(collection.owner_id = ${user_id} or (collection.subscription_id = any(${team.subscription_ids}::uuid[])
        and collection.owner_id = any(${team.member_ids}::uuid[])))`

export async function findCollections(db: Db, reader: Reader, { page, page_size }: { page: number; page_size: number }) {
  return selectCollections(db)
    .select(coverIds.as('cover_ids'))
    .where(isSeenBy(reader))
    .orderBy('collection.used_at', 'desc')
    .orderBy('collection.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countCollections(db: Db, reader: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('collections.collection as collection')
    .select((at) => at.fn.countAll<number>().as('count'))
    .where(isSeenBy(reader))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns undefined for a collection that the reader may not see. */
export async function findCollection(db: Db, reader: Reader, id: string) {
  return selectCollections(db).where('collection.id', '=', id).where(isSeenBy(reader)).executeTakeFirst()
}
export type CollectionRow = NonNullable<Awaited<ReturnType<typeof findCollection>>>

/** Returns undefined for a collection of someone who is not active. */
export async function findShared(db: Db, token: string) {
  return selectCollections(db).where('collection.share_token', '=', token).where('owner.is_active', '=', true).executeTakeFirst()
}

/** Returns undefined unless the person owns it. */
export async function lockOwn(tx: Tx, { id, owner_id }: { id: string; owner_id: string }) {
  return tx
    .selectFrom('collections.collection')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Makes whoever creates collections for this person wait, so that they are counted, and a first heart creates one only. */
export async function lockOwner(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('accounts.user').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function countOwn(db: Db, owner_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('collections.collection')
    .select((at) => at.fn.countAll<number>().as('count'))
    .where('owner_id', '=', owner_id)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertCollection(tx: Tx, collection: Insertable<Database['collections.collection']>): Promise<string> {
  const { id } = await tx.insertInto('collections.collection').values(collection).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateCollection(tx: Tx, id: string, change: Updateable<Database['collections.collection']>): Promise<void> {
  await tx.updateTable('collections.collection').set(change).where('id', '=', id).execute()
}

export async function deleteOwn(db: Db, { id, owner_id }: { id: string; owner_id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('collections.collection')
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteCollectionsOf(tx: Tx, owner_id: string): Promise<void> {
  await tx.deleteFrom('collections.collection').where('owner_id', '=', owner_id).execute()
}
