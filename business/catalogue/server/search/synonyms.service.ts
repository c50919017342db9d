import { audit } from '#accounts/server/index.ts'
import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { MISS_DAYS } from '../../rules.ts'
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
    await record(work, 'added', group)
    return present(group)
  })
}

export async function editSynonyms(ctx: Ctx, id: string, edit: Edit): Promise<SynonymGroup> {
  return inTransaction(ctx, async (work) => {
    const group = await queries.updateSynonyms(work.db, id, { ...edit, updated_at: work.now })
    if (!group) throw refuse(refusals, 'synonyms_not_found')
    await record(work, 'changed', group)
    return present(group)
  })
}

export async function deleteSynonyms(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  return inTransaction(ctx, async (work) => {
    const group = await queries.deleteGroup(work.db, id)
    if (!group) throw refuse(refusals, 'synonyms_not_found')
    await record(work, 'deleted', { id, ...group })
    return { deleted: true }
  })
}

const record = (ctx: Ctx<Tx>, action: string, { id, words }: { id: string; words: string[] }): Promise<void> =>
  audit(ctx.db, { actor_id: signedIn(ctx).id, action: `synonyms.${action}`, subject_kind: 'synonyms', subject: id, details: { words } })

const present = ({ updated_at, ...group }: Edit & { id: string; updated_at: Date }): SynonymGroup => ({
  ...group,
  updated_at: updated_at.toISOString()
})

export async function listSearchMisses({ db }: Ctx, page: Page): Promise<Answer<typeof missesEndpoint>> {
  const { items, total } = await queries.findMisses(db, page)
  const shown = items.map(({ last_at, ...miss }) => ({ ...miss, last_at: last_at.toISOString() }))
  return { items: shown, total, page: page.page, page_size: page.page_size }
}

export async function deleteSearchMiss({ db }: Ctx, id: string): Promise<{ deleted: true }> {
  if (!(await queries.deleteMiss(db, id))) throw refuse(refusals, 'miss_not_found')
  return { deleted: true }
}

const MISSES_MAX = 10_000
const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes old searches without results and recounts how popular each word is. */
export async function tidySearch({ db, now }: Ctx): Promise<void> {
  await queries.deleteOldMisses(db, new Date(now.getTime() - MISS_DAYS * DAY_MS), MISSES_MAX)
  await queries.countWords(db)
}
