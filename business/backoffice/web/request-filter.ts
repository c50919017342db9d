import type { ShownState } from '#requests/rules.ts'
import { SHOWN } from '#requests/web/index.ts'

export type RequestFilter = { q: string; status?: ShownState | undefined; assigned?: string | undefined }

const ASSIGNED = /^(none|any|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i

/** What an address asks for; a choice that does not exist is none. */
export function filterIn(params: URLSearchParams) {
  const assigned = params.get('assigned') ?? ''
  const filter: RequestFilter = {
    q: (params.get('q') ?? '').slice(0, 200),
    status: SHOWN.find((known) => known === params.get('status')),
    assigned: ASSIGNED.test(assigned) ? assigned : undefined
  }
  const page = Math.min(Math.max(1, Math.trunc(Number(params.get('page')) || 1)), 1_000_000)
  return { filter, page, view: params.get('view') ?? undefined }
}

/** The page's own address; what is empty is left out. */
export function addressOf(filter: RequestFilter, { page = 1, view }: { page?: number; view?: string | undefined } = {}): string {
  const named = { ...filter, page: page > 1 ? String(page) : undefined, view }
  const given = Object.entries(named).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/admin/requests${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}
