import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import type { ShownState } from '#requests/rules.ts'
import { SHOWN } from '#requests/web/index.ts'

/** `employee` is a typed name, email address, or label; it takes precedence over `assigned`. */
export type RequestFilter = { q: string; status?: ShownState | undefined; assigned?: string | undefined; employee?: string | undefined }

const ASSIGNED = /^(none|any|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i

/** Reads the filters from the URL. Unknown values are ignored. */
export function filterIn(params: URLSearchParams) {
  const assigned = params.get('assigned') ?? ''
  const employee = searchIn(params, 'employee').trim()
  const filter: RequestFilter = {
    q: searchIn(params),
    status: choiceIn(params, 'status', SHOWN),
    assigned: !employee && ASSIGNED.test(assigned) ? assigned : undefined,
    employee: employee || undefined
  }
  return { filter, page: pageIn(params), view: params.get('view') || undefined }
}

/** Returns the page's URL. Empty filters are left out. */
export const addressOf = (filter: RequestFilter, more: { page?: number; view?: string | undefined } = {}): string =>
  addressWith('/admin/requests', { ...filter, ...more })
