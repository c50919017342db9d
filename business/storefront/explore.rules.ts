import { ORIGINS, type Origin } from '#catalogue/origin.rules.ts'
import { COLORS, type Color, FILE_FORMATS, type FileFormat, PUBLIC_CATEGORIES, SEARCH_MAX, SORTS, type Sort } from '#catalogue/rules.ts'

/** The query parameters of the list. An empty string means no choice. */
export type Query = {
  search: string
  category: (typeof PUBLIC_CATEGORIES)[number] | ''
  color: Color | ''
  format: FileFormat | ''
  origin: Origin | ''
  free: 'free-now' | ''
  sort: Sort | ''
  page: number
}

/** The filters besides search and category. */
export const NO_FILTERS = { color: '', format: '', origin: '', free: '' } as const satisfies Partial<Query>

const PAGES_MAX = 1_000_000

/** Reads the query from an address. Invalid values are ignored. */
export function readQuery(params: URLSearchParams): Query {
  const oneOf = <Choice extends string>(choices: readonly Choice[], name: string) => choices.find((one) => one === params.get(name)) ?? ''
  const search = (params.get('search') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_MAX).toWellFormed()
  return {
    search,
    category: oneOf(PUBLIC_CATEGORIES, 'category'),
    color: oneOf(COLORS, 'color'),
    format: oneOf(FILE_FORMATS, 'format'),
    origin: oneOf(ORIGINS, 'origin'),
    free: oneOf(['free-now'], 'free'),
    sort: oneOf(sortsFor(search), 'sort'),
    page: readPage(params)
  }
}

/** Reads the page of a list from an address; an invalid one is the first. */
export function readPage(params: URLSearchParams): number {
  const page = Math.trunc(Number(params.get('page')))
  return page >= 1 && page <= PAGES_MAX ? page : 1
}

/** Returns the address of a page of a featured collection. */
export const featuredAddress = (path: string, page: number): string => (page > 1 ? `${path}?page=${page}` : path)

/** Returns the sort orders, starting with the default, which the address omits. */
export const sortsFor = (search: string): readonly Sort[] => (search ? SORTS : SORTS.filter((sort) => sort !== 'best'))

/** Returns the address of the list with `changes`, at page 1 unless they set a page. */
export function addressWith(query: Query, changes: Partial<Query>): string {
  const { page = 1, ...choices } = { ...query, page: undefined, ...changes }
  if (choices.sort === sortsFor(choices.search)[0]) choices.sort = ''
  const set = new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== ''))
  if (page > 1) set.set('page', String(page))
  return set.size > 0 ? `/?${set}` : '/'
}

/** Whether this is the first page of the whole catalogue, in its usual order. */
export const isWholeCatalogue = (query: Query): boolean => addressWith(query, { page: query.page }) === '/'

/** Counts the active filters. */
export const filtersIn = ({ color, format, origin, free }: Query): number => [color, format, origin, free].filter(Boolean).length

/** The cookie in which a browser remembers the origin that its user filters by. Empty or missing: none. */
export const ORIGIN_COOKIE = 'origin'

/** The list of the home page, and the data of it that React Router reads. */
const LIST_PATHS = new Set(['/', '/_.data'])

/**
 * Returns the address of the list with the remembered origin. Undefined if nothing is remembered, for an address that names an origin itself,
 * and for other pages.
 */
export function rememberedAddress(url: string, remembered: string | undefined): string | undefined {
  const origin = ORIGINS.find((known) => known === remembered)
  const [path = '', search = ''] = url.split('?', 2)
  const parameters = new URLSearchParams(search)
  if (!origin || !LIST_PATHS.has(path) || parameters.has('origin')) return undefined
  return addressWith(readQuery(parameters), { origin, page: readPage(parameters) })
}
