import { COLORS, type Color, FILE_FORMATS, type FileFormat, PUBLIC_CATEGORIES, SEARCH_MOST, SORTS, type Sort } from '#catalogue/rules.ts'

/** What the address of the list asks for; an empty text is no choice. */
export type Query = {
  search: string
  category: (typeof PUBLIC_CATEGORIES)[number] | ''
  color: Color | ''
  format: FileFormat | ''
  free: 'free-now' | ''
  sort: Sort | ''
  page: number
}

/** What narrows the list beside the search and the category. */
export const NO_FILTERS = { color: '', format: '', free: '' } as const satisfies Partial<Query>

const PAGES_MOST = 1_000_000

/** Whatever stands in an address shows something: what means nothing is left out. */
export function readQuery(given: URLSearchParams): Query {
  const oneOf = <Choice extends string>(choices: readonly Choice[], name: string) => choices.find((one) => one === given.get(name)) ?? ''
  const search = (given.get('search') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_MOST).toWellFormed()
  const page = Math.trunc(Number(given.get('page')))
  return {
    search,
    category: oneOf(PUBLIC_CATEGORIES, 'category'),
    color: oneOf(COLORS, 'color'),
    format: oneOf(FILE_FORMATS, 'format'),
    free: oneOf(['free-now'], 'free'),
    sort: oneOf(sortsFor(search), 'sort'),
    page: page >= 1 && page <= PAGES_MOST ? page : 1
  }
}

/** The usual order first: it needs no word in the address. */
export const sortsFor = (search: string): readonly Sort[] => (search ? SORTS : SORTS.filter((sort) => sort !== 'best'))

/** The address of a list as it is but for `changes`; whatever changes, it begins at page 1 unless told. */
export function addressWith(query: Query, changes: Partial<Query>): string {
  const { page = 1, ...asked } = { ...query, page: undefined, ...changes }
  if (asked.sort === sortsFor(asked.search)[0]) asked.sort = ''
  const set = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''))
  if (page > 1) set.set('page', String(page))
  return set.size > 0 ? `/?${set}` : '/'
}

/** How many of the filters are chosen. */
export const filtersIn = ({ color, format, free }: Query): number => [color, format, free].filter(Boolean).length
