import { ASSET_STATUSES, CATEGORIES, type Category, FREE_FILTERS, type FreeFilter } from '#catalogue/rules.ts'
import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'

export const DESK_SORTS = ['newest', 'oldest', 'title'] as const

/** The statuses of the filter. Withheld assets, and those with new files to approve, are approved. */
export const DESK_STATUSES = [...ASSET_STATUSES, 'withheld', 'new_files'] as const
export type DeskStatus = (typeof DESK_STATUSES)[number]

export type AssetFilter = {
  q: string
  tag: string
  category: Category | undefined
  free: FreeFilter | undefined
  status: DeskStatus | undefined
  sort: (typeof DESK_SORTS)[number]
}

/** Reads the filters from the address and ignores unknown values. */
export function filterIn(params: URLSearchParams): { filter: AssetFilter; page: number } {
  const filter = {
    q: searchIn(params),
    tag: (params.get('tag') ?? '').slice(0, 50),
    category: choiceIn(params, 'category', CATEGORIES),
    free: choiceIn(params, 'free', FREE_FILTERS),
    status: choiceIn(params, 'status', DESK_STATUSES),
    sort: choiceIn(params, 'sort', DESK_SORTS) ?? 'newest'
  }
  return { filter, page: pageIn(params) }
}

/** The list's address with these filters, without empty and default values. */
export const addressOf = ({ sort, ...filter }: AssetFilter, page = 1): string =>
  addressWith('', { ...filter, sort: sort === 'newest' ? '' : sort, page })

/** The query that lists the assets of a status. */
export function queryOf({ status, ...others }: AssetFilter) {
  if (status === 'withheld') return { ...others, withheld: 'yes' as const }
  return status === 'new_files' ? { ...others, new_files: 'yes' as const } : { ...others, status }
}

/** The number of active filters, not counting the search. */
export const countChosen = ({ tag, category, free, status }: AssetFilter): number => [tag, category, free, status].filter(Boolean).length
