import { choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import { REQUESTS_PAGE_SIZE, type ShownState } from '../rules.ts'
import { SHOWN } from './request-words.ts'

export const PAGE_SIZES = [10, REQUESTS_PAGE_SIZE, 50] as const

export type RequestFilter = { search: string; status?: ShownState | undefined; page_size?: number | undefined }
/** The panel that is open next to the list. */
type Panel = { page?: number; view?: string; new?: boolean; submitted?: boolean; deleted?: boolean }

/** Reads the filters from the URL. Unknown values are ignored. */
export function filterIn(params: URLSearchParams) {
  const size = PAGE_SIZES.find((known) => String(known) === params.get('page_size'))
  const filter: RequestFilter = {
    search: searchIn(params, 'search'),
    status: choiceIn(params, 'status', SHOWN),
    page_size: size === REQUESTS_PAGE_SIZE ? undefined : size
  }
  return { filter, page: pageIn(params), view: params.get('view') ?? undefined }
}

/** Returns the page's URL. Empty filters are left out. */
export function addressOf(filter: RequestFilter, { page = 1, view, ...marks }: Panel = {}): string {
  const named = { ...filter, page: page > 1 ? page : undefined, view }
  const given = Object.entries(named).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  const marked = Object.entries(marks).flatMap(([name, isSet]) => (isSet ? [[name, '1']] : []))
  const query = new URLSearchParams([...given, ...marked])
  return query.size > 0 ? `/custom-requests?${query}` : '/custom-requests'
}
