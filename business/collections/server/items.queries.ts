import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

/** Returns the works of a collection in order, on sale or not. */
export async function findItems(db: Db, collection_id: string) {
  return db
    .selectFrom('collections.item')
    .select(['asset_id', 'note'])
    .where('collection_id', '=', collection_id)
    .orderBy('position')
    .orderBy('added_at')
    .orderBy('asset_id')
    .execute()
}

export async function insertItems(tx: Tx, items: readonly Insertable<Database['collections.item']>[]): Promise<void> {
  if (items.length > 0) await tx.insertInto('collections.item').values(items).execute()
}

export async function updateNote(tx: Tx, { collection_id, asset_id, note }: Item & { note: string | null }): Promise<void> {
  await tx
    .updateTable('collections.item')
    .set({ note })
    .where('collection_id', '=', collection_id)
    .where('asset_id', '=', asset_id)
    .execute()
}
type Item = { collection_id: string; asset_id: string }

/** Numbers the works in this order. */
export async function updatePositions(tx: Tx, collection_id: string, asset_ids: readonly string[]): Promise<void> {
  await sql`
    update collections.item item set position = ordered.place - 1
    from unnest(${asset_ids}::uuid[]) with ordinality as ordered (asset_id, place)
    where item.collection_id = ${collection_id} and item.asset_id = ordered.asset_id and item.position <> ordered.place - 1`.execute(tx)
}

export async function deleteItem(tx: Tx, { collection_id, asset_id }: Item): Promise<void> {
  await tx.deleteFrom('collections.item').where('collection_id', '=', collection_id).where('asset_id', '=', asset_id).execute()
}

/** Returns those of the assets that are in a collection of this person. */
export async function findHearted(db: Db, owner_id: string, asset_ids: readonly string[]): Promise<string[]> {
  if (asset_ids.length === 0) return []
  const rows = await db
    .selectFrom('collections.item as item')
    .innerJoin('collections.collection as collection', 'collection.id', 'item.collection_id')
    .select('item.asset_id')
    .distinct()
    .where('collection.owner_id', '=', owner_id)
    .where('item.asset_id', 'in', asset_ids)
    .execute()
  return rows.map(({ asset_id }) => asset_id)
}

/** Locks the person's collection that was used last. */
export async function lockUsedLast(tx: Tx, owner_id: string) {
  return tx
    .selectFrom('collections.collection')
    .select(['id', 'name'])
    .where('owner_id', '=', owner_id)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the person's collection that was used last of those that contain the asset. */
export async function lockUsedLastWith(tx: Tx, { owner_id, asset_id }: { owner_id: string; asset_id: string }) {
  return tx
    .selectFrom('collections.collection as collection')
    .innerJoin('collections.item as item', 'item.collection_id', 'collection.id')
    .select(['collection.id', 'collection.name'])
    .where('collection.owner_id', '=', owner_id)
    .where('item.asset_id', '=', asset_id)
    .orderBy('collection.used_at', 'desc')
    .orderBy('collection.id')
    .limit(1)
    .forUpdate('collection')
    .executeTakeFirst()
}
