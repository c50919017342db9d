import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import { APPLICANT_SORTS, APPLICANT_STATES, type ApplicantSort, type ApplicantState } from '../rules.ts'

export type ApplicantFilter = { q: string; status: ApplicantState | undefined; sort: ApplicantSort }

/** An address with a filter that does not exist shows the list without it. */
export function filterIn(params: URLSearchParams): { filter: ApplicantFilter; page: number } {
  const filter = {
    q: searchIn(params),
    status: choiceIn(params, 'status', APPLICANT_STATES),
    sort: choiceIn(params, 'sort', APPLICANT_SORTS) ?? 'newest'
  }
  return { filter, page: pageIn(params) }
}

/** The list's own address with these filters; what is usual is left out. */
export const addressOf = ({ sort, ...filter }: ApplicantFilter, page = 1): string =>
  addressWith('', { ...filter, sort: sort === 'newest' ? '' : sort, page })
