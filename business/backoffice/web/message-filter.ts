import { CONTACT_STATES, type ContactState } from '#help/rules.ts'

export type MessageFilter = { q: string; state?: ContactState | undefined }

/** What an address asks for; a choice that does not exist is none. */
export function filterIn(params: URLSearchParams): { filter: MessageFilter; page: number } {
  const state = CONTACT_STATES.find((known) => known === params.get('state'))
  const page = Math.min(Math.max(1, Math.trunc(Number(params.get('page')) || 1)), 1_000_000)
  return { filter: { q: (params.get('q') ?? '').slice(0, 200), state }, page }
}

/** The page's own address; what is empty is left out. */
export function addressOf({ q, state }: MessageFilter, page = 1): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(state && { state }), ...(page > 1 && { page: String(page) }) })
  return query.size > 0 ? `/admin/messages?${query}` : '/admin/messages'
}
