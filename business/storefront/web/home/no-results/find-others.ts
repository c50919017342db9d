import { listAssets } from '#catalogue/contract.ts'
import { categoryLabel } from '#catalogue/rules.ts'
import { relatedSearches, searchTotals } from '#catalogue/search.contract.ts'
import type { Api } from '#platform/web/api.ts'
import { addressWith, NO_FILTERS, type Query } from '../../../explore.rules.ts'

/** A list that finds something where this one does not. */
export type Other = { label: string; to: string; assets: number }
/** `near` are searches that differ by a few letters, `related` other ones, and `elsewhere` the same words with other filters. */
export type Others = { near: string[]; related: string[]; elsewhere: Other[] }

export async function findOthers(api: Api, query: Query): Promise<Others> {
  const [{ items, near }, wider, categories] = await Promise.all([
    query.search ? api(relatedSearches, { query: { search: query.search } }) : NONE,
    findWider(api, query),
    query.search ? findCategories(api, query) : []
  ])
  return { near, related: items.filter((item) => !near.includes(item)), elsewhere: [...wider, ...categories] }
}

const NONE: { items: string[]; near: string[] } = { items: [], near: [] }

const WIDER = { color: 'Any color', format: 'Any format', origin: 'Any origin', free: 'Any price' } as const

/** The same list without one of its filters. */
async function findWider(api: Api, query: Query): Promise<Other[]> {
  const chosen = (['color', 'format', 'origin', 'free'] as const).filter((name) => query[name] !== '')
  const lists = await Promise.all(
    chosen.map(async (name) => {
      const wider = { ...query, [name]: '', page: 1 }
      const { total } = await api.withTotal(listAssets, { query: { ...wider, page_size: 1 } })
      return { label: WIDER[name], to: addressWith(wider, {}), assets: total }
    })
  )
  return lists.filter(({ assets }) => assets > 0)
}

/** The same words in other categories, without filters. */
async function findCategories(api: Api, query: Query): Promise<Other[]> {
  const { categories } = await api(searchTotals, { query: { search: query.search } })
  return categories
    .filter(({ category }) => category !== query.category)
    .map(({ category, assets }) => ({ label: categoryLabel(category), to: addressWith(query, { ...NO_FILTERS, category }), assets }))
}
