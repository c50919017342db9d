import { audit, changedFields } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import {
  type addCollection as addEndpoint,
  type CollectionWithWorks,
  type chooseWorks as choiceEndpoint,
  type EditedCollection,
  type editCollection as editEndpoint,
  type listEditedCollections,
  refusals
} from '../../featured.contract.ts'
import { FEATURED_MAX, freeSlug, slugOf } from '../../featured.rules.ts'
import type { ShownRow } from '../asset-row.queries.ts'
import * as queries from './featured.queries.ts'
import { presentPicture, withCovers } from './featured.service.ts'

/* What admins do with the featured collections. */

export async function listEdited(ctx: Ctx): Promise<Answer<typeof listEditedCollections>> {
  return { items: await present(ctx, await queries.findAllCollections(ctx.db)) }
}

export async function readEdited(ctx: Ctx, id: string): Promise<CollectionWithWorks> {
  const collection = await requireEdited(ctx, id)
  const works = await queries.findWorks(ctx.db, id)
  return { ...collection, works: works.map((row) => ({ ...presentPicture(ctx.now, row), is_on_sale: isOnSale(row) })) }
}

const isOnSale = ({ status, withheld_at }: ShownRow): boolean => status === 'approved' && withheld_at === null

export async function addCollection(ctx: Ctx, { title, summary }: Received<typeof addEndpoint>['body']): Promise<EditedCollection> {
  const id = await inTransaction(ctx, async (work) => {
    const others = await queries.lockOrder(work.db)
    if (others.length >= FEATURED_MAX) throw refuse(refusals, 'too_many_collections')
    const slug = slugOf(title)
    const taken = await queries.findSlugsLike(work.db, slug)
    const added = await queries.insertCollection(work.db, { slug: freeSlug(slug, taken), title, summary, now: work.now })
    if (!added) throw refuse(refusals, 'changed_meanwhile')
    await record(work, 'added', { id: added, title, before: {}, after: { title, summary } })
    return added
  })
  return requireEdited(ctx, id)
}

export async function editCollection(ctx: Ctx, id: string, edit: Edit): Promise<EditedCollection> {
  await inTransaction(ctx, async (work) => {
    const before = await lock(work, id)
    const held = await queries.findHeld(work.db, id)
    const after = withChanges(fieldsOf(before), edit)
    if (after.is_published && held.length === 0) throw refuse(refusals, 'collection_without_works')
    if (after.cover_asset_id !== null && !held.some((one) => one.id === after.cover_asset_id)) after.cover_asset_id = null
    const { is_published, ...fields } = after
    const published_at = is_published ? (before.published_at ?? work.now) : null
    await queries.updateCollection(work.db, id, { ...fields, published_at, updated_at: work.now })
    await record(work, 'changed', { id, title: after.title, before: fieldsOf(before), after })
  })
  return requireEdited(ctx, id)
}

/** The version is of the works that the admin has seen: another admin's choice is not overwritten. */
export async function chooseWorks(ctx: Ctx, id: string, choice: Received<typeof choiceEndpoint>['body']): Promise<EditedCollection> {
  const ids = [...new Set(choice.asset_ids)]
  await inTransaction(ctx, async (work) => {
    const collection = await lock(work, id)
    if (collection.version !== choice.version) throw refuse(refusals, 'changed_meanwhile')
    const approved = await queries.lockApproved(work.db, ids)
    if (approved.length < ids.length) throw refuse(refusals, 'works_not_approved')
    const held = await queries.findHeld(work.db, id)
    await queries.replaceWorks(work.db, id, ids, work.now)
    const added = titlesBeyond(approved, held)
    const removed = titlesBeyond(held, approved)
    const works = { before: { works: held.map((one) => one.id) }, after: { works: ids } }
    await record(work, 'works_changed', { id, title: collection.title, ...works, details: { added, removed } })
  })
  return requireEdited(ctx, id)
}

type Works = readonly { id: string; title: string }[]

const titlesBeyond = (works: Works, others: Works): string[] =>
  works.filter(({ id }) => !others.some((other) => other.id === id)).map(({ title }) => title)

export async function orderCollections(ctx: Ctx, { ids }: { ids: string[] }): Promise<Answer<typeof listEditedCollections>> {
  await inTransaction(ctx, async (work) => {
    const before = await queries.lockOrder(work.db)
    const titles = new Map(before.map(({ id, title }) => [id, title]))
    const ordered = ids.flatMap((id) => titles.get(id) ?? [])
    if (new Set(ids).size !== ids.length || ordered.length !== ids.length || titles.size !== ids.length)
      throw refuse(refusals, 'changed_meanwhile')
    await queries.updateOrder(work.db, ids)
    await record(work, 'ordered', { title: 'all collections', before: { order: [...titles.values()] }, after: { order: ordered } })
  })
  return listEdited(ctx)
}

export async function deleteCollection(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  await inTransaction(ctx, async (work) => {
    const deleted = await queries.deleteCollection(work.db, id)
    if (!deleted) throw refuse(refusals, 'collection_not_found')
    await record(work, 'deleted', { id, title: deleted.title, before: deleted, after: {} })
  })
  return { deleted: true }
}

async function requireEdited(ctx: Ctx, id: string): Promise<EditedCollection> {
  const row = await queries.findCollection(ctx.db, id)
  const [collection] = row ? await present(ctx, [row]) : []
  if (!collection) throw refuse(refusals, 'collection_not_found')
  return collection
}

async function present({ db, now }: Ctx, rows: readonly queries.CollectionRow[]): Promise<EditedCollection[]> {
  const shown = await withCovers(db, now, rows)
  return shown.map(({ published_at, ...collection }) => ({ ...collection, is_published: published_at !== null }))
}

async function lock({ db }: Ctx<Tx>, id: string) {
  const collection = await queries.lockCollection(db, id)
  if (!collection) throw refuse(refusals, 'collection_not_found')
  return collection
}

type Locked = Awaited<ReturnType<typeof lock>>

const fieldsOf = ({ title, summary, cover_asset_id, published_at }: Locked) => ({
  title,
  summary,
  cover_asset_id,
  is_published: published_at !== null
})

type Edited = ReturnType<typeof fieldsOf>
type Edit = Received<typeof editEndpoint>['body']

const withChanges = (before: Edited, { title, summary, cover_asset_id, is_published }: Edit): Edited => ({
  title: title ?? before.title,
  summary: summary ?? before.summary,
  cover_asset_id: cover_asset_id === undefined ? before.cover_asset_id : cover_asset_id,
  is_published: is_published ?? before.is_published
})

type Action = 'added' | 'changed' | 'works_changed' | 'ordered' | 'deleted'
type Fields = Record<string, unknown>
type Change = { id?: string; title: string; details?: Fields; before: Fields; after: Fields }

async function record(ctx: Ctx<Tx>, action: Action, { id, title, details, before, after }: Change): Promise<void> {
  await audit(ctx.db, {
    actor_id: signedIn(ctx).id,
    action: `featured_collection.${action}`,
    subject_kind: 'featured_collection',
    subject: id ?? 'all',
    details: { title, ...details, ...changedFields(before, after) }
  })
}
