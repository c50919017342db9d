import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import type { ShownState } from '#requests/rules.ts'
import { SHOWN } from '#requests/web/index.ts'

export type RequestFilter = { q: string; status?: ShownState | undefined; assigned?: string | undefined }

const ASSIGNED = /^(none|any|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i

/** What an address asks for; a choice that does not exist is none. */
export function filterIn(params: URLSearchParams) {
  const assigned = params.get('assigned') ?? ''
  const filter: RequestFilter = {
    q: searchIn(params),
    status: choiceIn(params, 'status', SHOWN),
    assigned: ASSIGNED.test(assigned) ? assigned : undefined
  }
  return { filter, page: pageIn(params), view: params.get('view') || undefined }
}

/** The page's own address; what is empty is left out. */
export const addressOf = (filter: RequestFilter, more: { page?: number; view?: string | undefined } = {}): string =>
  addressWith('/admin/requests', { ...filter, ...more })
