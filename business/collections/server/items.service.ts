import { findCards } from '#catalogue/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type addHearts, type listHearts, type putItem, refusals, type removeHeart, type removeItem } from '../contract.ts'
import { FIRST_NAME, ITEMS_MAX, moveTo } from '../rules.ts'
import { lockOwn, spendChange } from './access.service.ts'
import * as items from './items.queries.ts'
import { lockOwner, updateCollection } from './queries.ts'
import { addCollection } from './service.ts'

/** Adds a work once; or changes its note or place. */
export async function put(ctx: Ctx, { params, body }: Received<typeof putItem>): Promise<Answer<typeof putItem>> {
  await spendChange(ctx)
  return inTransaction(ctx, async (work) => {
    const { db, now } = work
    const { asset_id, id: collection_id } = params
    await lockOwn(work, collection_id)
    const before = await items.findItems(db, collection_id)
    const ids = before.map((item) => item.asset_id)
    const known = before.find((item) => item.asset_id === asset_id)
    if (!known) await requireRoomFor(work, ids, asset_id)
    const usual = known ? ids.indexOf(asset_id) : ids.length
    const order = moveTo(ids, asset_id, body.position ?? usual)
    const note = body.note === undefined ? (known?.note ?? null) : body.note
    const position = order.indexOf(asset_id)
    if (known) await items.updateNote(db, { collection_id, asset_id, note })
    else await items.insertItems(db, [{ collection_id, asset_id, note, position, added_at: now }])
    await items.updatePositions(db, collection_id, order)
    await updateCollection(db, collection_id, { used_at: now })
    return { asset_id, note, position, is_new: !known }
  })
}

async function requireRoomFor({ db, now }: Ctx<Tx>, ids: readonly string[], asset_id: string): Promise<void> {
  if (!(await findCards(db, now, [asset_id])).has(asset_id)) throw refuse(refusals, 'asset_not_found')
  if (ids.length >= ITEMS_MAX) throw refuse(refusals, 'collection_full')
}

export async function remove(ctx: Ctx, { params }: Received<typeof removeItem>): Promise<null> {
  await spendChange(ctx)
  await inTransaction(ctx, async (work) => {
    await lockOwn(work, params.id)
    await removeFrom(work, params.id, params.asset_id)
  })
  return null
}

/** Returns the note and place that the work had, or undefined if it was not there. */
async function removeFrom({ db, now }: Ctx<Tx>, collection_id: string, asset_id: string) {
  const before = await items.findItems(db, collection_id)
  const position = before.findIndex((item) => item.asset_id === asset_id)
  const removed = before[position]
  if (!removed) return undefined
  await items.deleteItem(db, { collection_id, asset_id })
  await items.updatePositions(
    db,
    collection_id,
    before.toSpliced(position, 1).map((item) => item.asset_id)
  )
  await updateCollection(db, collection_id, { used_at: now })
  return { note: removed.note, position }
}

export async function hearts(ctx: Ctx, { query }: Received<typeof listHearts>): Promise<Answer<typeof listHearts>> {
  return { asset_ids: await items.findHearted(ctx.db, signedIn(ctx).id, query.asset_ids) }
}

/** Adds works to the collection used last. Without one that has room for all of them, they start a new one. */
export async function addHearted(ctx: Ctx, { body }: Received<typeof addHearts>): Promise<Answer<typeof addHearts>> {
  await spendChange(ctx)
  return inTransaction(ctx, async (work) => {
    const { db, now } = work
    const cards = await findCards(db, now, body.asset_ids)
    const wanted = [...new Set(body.asset_ids)].filter((id) => cards.has(id))
    if (wanted.length === 0) throw refuse(refusals, 'asset_not_found')
    const { collection, present } = await collectionFor(work, wanted)
    const added = wanted.filter((id) => !present.includes(id))
    const rows = added.map((asset_id, index) => ({ asset_id, position: present.length + index }))
    await items.insertItems(
      db,
      rows.map((row) => ({ ...row, collection_id: collection.id, note: null, added_at: now }))
    )
    await items.updatePositions(db, collection.id, [...present, ...added])
    await updateCollection(db, collection.id, { used_at: now })
    return { collection, added }
  })
}

async function collectionFor(work: Ctx<Tx>, wanted: readonly string[]) {
  await lockOwner(work.db, signedIn(work).id)
  const last = await items.lockUsedLast(work.db, signedIn(work).id)
  const present = last ? (await items.findItems(work.db, last.id)).map(({ asset_id }) => asset_id) : []
  if (last && new Set([...present, ...wanted]).size <= ITEMS_MAX) return { collection: last, present }
  const fields = { name: FIRST_NAME, project: null }
  return { collection: { id: await addCollection(work, fields), name: FIRST_NAME }, present: [] }
}

export async function removeHearted(ctx: Ctx, { params }: Received<typeof removeHeart>): Promise<Answer<typeof removeHeart>> {
  await spendChange(ctx)
  const owner_id = signedIn(ctx).id
  const { asset_id } = params
  return inTransaction(ctx, async (work) => {
    const collection = await items.lockUsedLastWith(work.db, { owner_id, asset_id })
    const place = collection && (await removeFrom(work, collection.id, asset_id))
    const left = await items.findHearted(work.db, owner_id, [asset_id])
    return { removed_from: collection && place ? { ...collection, ...place } : null, is_hearted: left.length > 0 }
  })
}
