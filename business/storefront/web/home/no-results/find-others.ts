import { listAssets } from '#catalogue/contract.ts'
import { COLORS, type Color, categoryLabel } from '#catalogue/rules.ts'
import { relatedSearches, searchTotals } from '#catalogue/search.contract.ts'
import type { Api } from '#platform/web/api.ts'
import { addressWith, NO_FILTERS, type Query } from '../../../explore.rules.ts'

/** A list that finds something where this one does not. */
export type Other = { label: string; to: string; assets: number }
/**
 * `near` are searches that differ by a few letters, `related` other ones, `colors` the colors in which the same list finds something, and
 * `elsewhere` the same words with other filters.
 */
export type Others = { near: string[]; related: string[]; colors: OtherColor[]; elsewhere: Other[] }
export type OtherColor = { color: Color; to: string }

export async function findOthers(api: Api, query: Query): Promise<Others> {
  const [{ items, near }, wider, colors, categories] = await Promise.all([
    query.search ? api(relatedSearches, { query: { search: query.search } }) : NONE,
    findWider(api, query),
    findColors(api, query),
    query.search ? findCategories(api, query) : []
  ])
  return { near, related: items.filter((item) => !near.includes(item)), colors, elsewhere: [...wider, ...categories] }
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

/** Assets that stand for the list when its colors are collected. */
const COLORED_MAX = 48
const COLORS_SHOWN = 6

/** The colors of the same list without its color, most frequent first. */
async function findColors(api: Api, query: Query): Promise<OtherColor[]> {
  if (query.color === '') return []
  const assets = await api(listAssets, { query: { ...query, color: '', page: 1, page_size: COLORED_MAX } })
  const counts = COLORS.map((color) => ({ color, count: assets.filter(({ colors }) => colors.includes(color)).length }))
  return counts
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, COLORS_SHOWN)
    .map(({ color }) => ({ color, to: addressWith(query, { color }) }))
}

/** The same words in other categories, without filters. */
async function findCategories(api: Api, query: Query): Promise<Other[]> {
  const { categories } = await api(searchTotals, { query: { search: query.search } })
  return categories
    .filter(({ category }) => category !== query.category)
    .map(({ category, assets }) => ({ label: categoryLabel(category), to: addressWith(query, { ...NO_FILTERS, category }), assets }))
}
