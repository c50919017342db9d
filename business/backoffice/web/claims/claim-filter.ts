import { CLAIM_STATES, type ClaimState } from '#claims/rules.ts'
import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'

export type ClaimFilter = { q: string; state?: ClaimState | undefined }

export const filterIn = (params: URLSearchParams): { filter: ClaimFilter; page: number } => ({
  filter: { q: searchIn(params), state: choiceIn(params, 'state', CLAIM_STATES) },
  page: pageIn(params)
})

export const addressOf = (filter: ClaimFilter, page = 1): string => addressWith('/admin/claims', { ...filter, page })
