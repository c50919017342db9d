import { CONTACT_STATES, type ContactState } from '#help/rules.ts'
import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'

export type MessageFilter = { q: string; state?: ContactState | undefined }

export const filterIn = (params: URLSearchParams): { filter: MessageFilter; page: number } => ({
  filter: { q: searchIn(params), state: choiceIn(params, 'state', CONTACT_STATES) },
  page: pageIn(params)
})

export const addressOf = (filter: MessageFilter, page = 1): string => addressWith('/admin/messages', { ...filter, page })
