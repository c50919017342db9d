import { randomBytes } from 'node:crypto'
import { findCards, findPictures } from '#catalogue/server/index.ts'
import { licenseTypesHeld } from '#licensing/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { teamOf } from '#subscriptions/server/index.ts'
import {
  type Collection,
  type CollectionWithItems,
  type changeCollection,
  type createCollection,
  type listCollections,
  refusals,
  type SharedCollection,
  type SharedItem
} from '../contract.ts'
import { COLLECTIONS_MAX, linkEnd, sharedAddress } from '../rules.ts'
import { findReader, lockOwn, requireSeen, spendChange } from './access.service.ts'
import { describeWorks } from './hand-over.service.ts'
import { findItems, insertItems } from './items.queries.ts'
import * as queries from './queries.ts'

export async function list(ctx: Ctx, { query }: Received<typeof listCollections>): Promise<Answer<typeof listCollections>> {
  const reader = await findReader(ctx)
  const rows = await queries.findCollections(ctx.db, reader, query)
  const total = await queries.countCollections(ctx.db, reader)
  const pictures = await findPictures(
    ctx.db,
    ctx.now,
    rows.flatMap(({ cover_ids }) => cover_ids)
  )
  const items = rows.map((row) => ({ ...present(reader.user_id, row), covers: row.cover_ids.flatMap((id) => pictures.get(id) ?? []) }))
  return { items, total, ...query }
}

function present(reader_id: string, row: queries.CollectionRow): Collection {
  const is_own = row.owner_id === reader_id
  return {
    ...row,
    is_own,
    share_url: is_own && row.share_token ? sharedAddress(row.share_token) : null,
    share_ends_at: is_own ? (row.share_ends_at?.toISOString() ?? null) : null,
    used_at: row.used_at.toISOString()
  }
}

export async function create(ctx: Ctx, { body }: Received<typeof createCollection>): Promise<Collection> {
  await spendChange(ctx)
  const id = await inTransaction(ctx, async (work) => {
    const created = await addCollection(work, { name: body.name, project: body.project ?? null })
    await addWorks(work, created, body.asset_ids ?? [])
    return created
  })
  return readOne(ctx, id)
}

async function addWorks({ db, now }: Ctx<Tx>, collection_id: string, asset_ids: readonly string[]): Promise<void> {
  const cards = await findCards(db, now, asset_ids)
  const wanted = [...new Set(asset_ids)].filter((id) => cards.has(id))
  if (wanted.length > 0)
    await insertItems(
      db,
      wanted.map((asset_id, position) => ({ collection_id, asset_id, note: null, position, added_at: now }))
    )
}

/** Counts the person's collections under a lock. */
export async function addCollection(work: Ctx<Tx>, fields: { name: string; project: string | null }): Promise<string> {
  const { db, now } = work
  const owner_id = signedIn(work).id
  await queries.lockOwner(db, owner_id)
  if ((await queries.countOwn(db, owner_id)) >= COLLECTIONS_MAX) throw refuse(refusals, 'too_many_collections')
  return queries.insertCollection(db, { ...fields, owner_id, created_at: now, used_at: now })
}

const readOne = async (ctx: Ctx, id: string): Promise<Collection> => present(signedIn(ctx).id, await requireSeen(ctx, id))

export async function read(ctx: Ctx, id: string): Promise<CollectionWithItems> {
  const row = await requireSeen(ctx, id)
  const all = await findItems(ctx.db, id)
  const ids = all.map(({ asset_id }) => asset_id)
  const held = await licenseTypesHeld(ctx, ids)
  const items = (await withCards(ctx, all)).map((item) => ({ ...item, licenses: held.get(item.asset_id) ?? [] }))
  const counts = { item_count: items.length, unavailable_count: all.length - items.length, licensed_count: held.size }
  const hand_over = held.size > 0 ? await describeWorks(ctx, id, ids) : null
  return { ...present(signedIn(ctx).id, row), ...counts, hand_over, items }
}

/** Leaves out the works that are not on sale. */
async function withCards({ db, now }: Ctx, all: Awaited<ReturnType<typeof findItems>>): Promise<SharedItem[]> {
  const cards = await findCards(
    db,
    now,
    all.map(({ asset_id }) => asset_id)
  )
  return all.flatMap(({ asset_id, note }, position) => {
    const asset = cards.get(asset_id)
    return asset ? [{ asset_id, note, position, asset }] : []
  })
}

export async function readShared(ctx: Ctx, token: string): Promise<SharedCollection> {
  const row = await queries.findShared(ctx.db, token)
  if (!row?.share_ends_at) throw refuse(refusals, 'collection_not_found')
  if (row.share_ends_at <= ctx.now) throw refuse(refusals, 'link_ended')
  const items = await withCards(ctx, await findItems(ctx.db, row.id))
  const { name, project, owner_name, share_ends_at } = row
  return { name, project, shared_by: owner_name, share_ends_at: share_ends_at.toISOString(), item_count: items.length, items }
}

export async function change(ctx: Ctx, { params, body }: Received<typeof changeCollection>): Promise<Collection> {
  await spendChange(ctx)
  await inTransaction(ctx, async (work) => {
    const before = await lockOwn(work, params.id)
    const { name = before.name, project = before.project } = body
    await queries.updateCollection(work.db, before.id, { name, project, ...(await sharing(work, before, body)), used_at: work.now })
  })
  return readOne(ctx, params.id)
}

type Own = Awaited<ReturnType<typeof lockOwn>>
const UNSHARED = { subscription_id: null, share_token: null, share_ends_at: null }

/** A link that still works keeps its address when its end moves. */
async function sharing(
  work: Ctx<Tx>,
  before: Own,
  { visibility = before.visibility, link_days }: Received<typeof changeCollection>['body']
) {
  if (visibility === 'private') return { visibility, ...UNSHARED }
  if (visibility === 'team') {
    const team = await teamOf(work.db, work.now, before.owner_id)
    if (!team && before.visibility !== 'team') throw refuse(refusals, 'no_team_plan')
    return { visibility, ...UNSHARED, subscription_id: team?.subscription_id ?? before.subscription_id }
  }
  if (link_days === undefined) return {}
  const works = before.share_ends_at !== null && before.share_ends_at > work.now
  const share_token = works && before.share_token ? before.share_token : newToken()
  return { visibility, ...UNSHARED, share_token, share_ends_at: linkEnd(work.now, link_days) }
}

/** 192 random bits: whoever has the link sees the collection. */
const newToken = (): string => randomBytes(24).toString('base64url')

export async function remove(ctx: Ctx, id: string): Promise<null> {
  if (await queries.deleteOwn(ctx.db, { id, owner_id: signedIn(ctx).id })) return null
  await requireSeen(ctx, id)
  throw refuse(refusals, 'not_the_owner')
}

/** Deletes a deleted person's collections. */
export const eraseCollections = ({ db }: Ctx<Tx>, { id }: { id: string }): Promise<void> => queries.deleteCollectionsOf(db, id)
