import { ASSET_STATUSES, type AssetStatus, CATEGORIES, type Category, FREE_FILTERS, type FreeFilter } from '#catalogue/rules.ts'

export const DESK_SORTS = ['newest', 'oldest', 'title'] as const

export type AssetFilter = {
  q: string
  tag: string
  category: Category | undefined
  free: FreeFilter | undefined
  status: AssetStatus | undefined
  sort: (typeof DESK_SORTS)[number]
}

const known = <Value extends string>(value: string | null, values: readonly Value[]): Value | undefined =>
  values.find((one) => one === value)

/** An address with a filter that does not exist shows the list without it. */
export function filterIn(params: URLSearchParams): { filter: AssetFilter; page: number } {
  const filter = {
    q: (params.get('q') ?? '').slice(0, 200),
    tag: (params.get('tag') ?? '').slice(0, 50),
    category: known(params.get('category'), CATEGORIES),
    free: known(params.get('free'), FREE_FILTERS),
    status: known(params.get('status'), ASSET_STATUSES),
    sort: known(params.get('sort'), DESK_SORTS) ?? 'newest'
  }
  return { filter, page: Math.min(Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1), 1_000_000) }
}

/** The list's own address with these filters; what is empty or usual is left out. */
export function addressOf({ sort, ...filter }: AssetFilter, page = 1): string {
  const given = Object.entries({ ...filter, sort: sort === 'newest' ? '' : sort, page: page > 1 ? String(page) : '' })
  return `?${new URLSearchParams(given.filter((pair): pair is [string, string] => Boolean(pair[1])))}`
}

/** How many filters beside the search narrow the list. */
export const countChosen = ({ tag, category, free, status }: AssetFilter): number => [tag, category, free, status].filter(Boolean).length
