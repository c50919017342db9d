import { type Api, ApiError, route } from '#platform/web/api.ts'
import type { listMessages, readRequest, readTimeline } from '../contract.ts'

const REQUEST = route<typeof readRequest>({ method: 'GET', path: '/custom-requests/:id' })
const MESSAGES = route<typeof listMessages>({ method: 'GET', path: '/custom-requests/:id/messages' })
const TIMELINE = route<typeof readTimeline>({ method: 'GET', path: '/custom-requests/:id/timeline' })

export type OpenRequest = Awaited<ReturnType<typeof loadRequest>>

/** A request with its conversation. It comes first: reading the messages sets its count of unread ones to zero. */
export async function loadRequest(api: Api, id: string) {
  const params = { id }
  const request = await api(REQUEST, { params })
  const [conversation, { items: timeline }] = await Promise.all([api(MESSAGES, { params, query: {} }), api(TIMELINE, { params })])
  return { request, conversation, timeline }
}

/** For a request named in an address beside a list: one that does not exist leaves the list alone. */
export async function loadOpen(api: Api, id: string | undefined): Promise<OpenRequest | undefined> {
  if (id === undefined) return undefined
  try {
    return await loadRequest(api, id)
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}

/** Guarded calls throw a response where a page does not exist. */
function isUnknown(error: unknown): boolean {
  const status =
    error instanceof ApiError || error instanceof Response ? error.status : (error as { init?: { status?: number } } | null)?.init?.status
  return status === 400 || status === 404 || status === 422
}
