import { APPLICANT_STATES, type ApplicantState } from '../rules.ts'

export type ApplicantFilter = { q: string; status: ApplicantState | undefined }

export const SEARCH_DEBOUNCE_MS = 350

/** An address with a filter that does not exist shows the list without it. */
export function filterIn(params: URLSearchParams): { filter: ApplicantFilter; page: number } {
  const filter = {
    q: (params.get('q') ?? '').slice(0, 200),
    status: APPLICANT_STATES.find((status) => status === params.get('status'))
  }
  return { filter, page: Math.min(Math.max(1, Math.trunc(Number(params.get('page')) || 1)), 1_000_000) }
}

/** The list's own address with these filters; what is empty is left out. */
export function addressOf(filter: ApplicantFilter, page = 1): string {
  const given = Object.entries({ ...filter, page: page > 1 ? String(page) : '' })
  return `?${new URLSearchParams(given.filter((pair): pair is [string, string] => Boolean(pair[1])))}`
}
