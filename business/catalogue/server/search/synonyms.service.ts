import { audit, changedFields } from '#accounts/server/index.ts'
import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, type Eraser, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import {
  type listSearchMisses as missesEndpoint,
  refusals,
  type SynonymGroup,
  type listSynonyms as synonymsEndpoint
} from '../../search.contract.ts'
import * as queries from './synonyms.queries.ts'

type Page = { q: string; page: number; page_size: number }
type Edit = { words: string[]; one_way: boolean }

export async function listSynonyms({ db }: Ctx, page: Page): Promise<Answer<typeof synonymsEndpoint>> {
  const { items, total } = await queries.findSynonyms(db, page)
  return { items: items.map(present), total, page: page.page, page_size: page.page_size }
}

export async function addSynonyms(ctx: Ctx, edit: Edit): Promise<SynonymGroup> {
  return inTransaction(ctx, async (work) => {
    const group = await queries.insertSynonyms(work.db, { ...edit, updated_at: work.now })
    await record(work, 'added', { id: group.id, after: group })
    return present(group)
  })
}

export async function editSynonyms(ctx: Ctx, id: string, edit: Edit): Promise<SynonymGroup> {
  return inTransaction(ctx, async (work) => {
    const before = await queries.lockGroup(work.db, id)
    const group = before && (await queries.updateSynonyms(work.db, id, { ...edit, updated_at: work.now }))
    if (!group) throw refuse(refusals, 'synonyms_not_found')
    await record(work, 'changed', { id, before, after: group })
    return present(group)
  })
}

export async function deleteSynonyms(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  return inTransaction(ctx, async (work) => {
    const group = await queries.deleteGroup(work.db, id)
    if (!group) throw refuse(refusals, 'synonyms_not_found')
    await record(work, 'deleted', { id, before: group })
    return { deleted: true }
  })
}

type Change = { id: string; before?: Edit; after?: Edit }

function record(ctx: Ctx<Tx>, action: 'added' | 'changed' | 'deleted', { id, before, after }: Change): Promise<void> {
  const fields = (edit: Edit | undefined) => edit && { words: edit.words, one_way: edit.one_way }
  return audit(ctx.db, {
    actor_id: signedIn(ctx).id,
    action: `synonyms.${action}`,
    subject_kind: 'synonyms',
    subject: id,
    details: { words: (after ?? before)?.words, ...changedFields(fields(before) ?? {}, fields(after) ?? {}) }
  })
}

const present = ({ updated_at, ...group }: Edit & { id: string; updated_at: Date }): SynonymGroup => ({
  ...group,
  updated_at: updated_at.toISOString()
})

export async function listSearchMisses({ db }: Ctx, page: Page): Promise<Answer<typeof missesEndpoint>> {
  const { items, total } = await queries.findMisses(db, page)
  const shown = items.map(({ last_at, ...miss }) => ({ ...miss, last_at: last_at.toISOString() }))
  return { items: shown, total, page: page.page, page_size: page.page_size }
}

/** The log gets no words: they are deleted after MISS_DAYS, and the log stays. */
export async function deleteSearchMiss(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  return inTransaction(ctx, async ({ db }) => {
    if (!(await queries.deleteMiss(db, id))) throw refuse(refusals, 'miss_not_found')
    await audit(db, { actor_id: signedIn(ctx).id, action: 'search_miss.deleted', subject_kind: 'search_miss', subject: id })
    return { deleted: true }
  })
}

const MISSES_MAX = 10_000

/** Deletes searches without results beyond a number and recounts how popular each word is. */
export async function tidySearch({ db }: Ctx): Promise<void> {
  await queries.trimMisses(db, MISSES_MAX)
  await queries.countWords(db)
}

export const forgetMisses: Eraser = ({ db }, before) => queries.deleteOldMisses(db, before)
