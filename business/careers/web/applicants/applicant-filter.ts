import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import { APPLICANT_SORTS, APPLICANT_STATES, type ApplicantSort, type ApplicantState } from '../../rules.ts'

export type ApplicantFilter = { q: string; status: ApplicantState | undefined; sort: ApplicantSort }

/** Reads the filters from the address. Unknown values are ignored. */
export function filterIn(params: URLSearchParams): { filter: ApplicantFilter; page: number } {
  const filter = {
    q: searchIn(params),
    status: choiceIn(params, 'status', APPLICANT_STATES),
    sort: choiceIn(params, 'sort', APPLICANT_SORTS) ?? 'newest'
  }
  return { filter, page: pageIn(params) }
}

/** Returns the list's address with these filters, without defaults. */
export const addressOf = ({ sort, ...filter }: ApplicantFilter, page = 1): string =>
  addressWith('', { ...filter, sort: sort === 'newest' ? '' : sort, page })
