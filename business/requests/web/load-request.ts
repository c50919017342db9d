import { type Api, ApiError, route } from '#platform/web/api.ts'
import type { readRequest, readTimeline } from '../contract.ts'
import type { listMessages } from '../conversation.contract.ts'

const REQUEST = route<typeof readRequest>({ method: 'GET', path: '/custom-requests/:id' })
const MESSAGES = route<typeof listMessages>({ method: 'GET', path: '/custom-requests/:id/messages' })
const TIMELINE = route<typeof readTimeline>({ method: 'GET', path: '/custom-requests/:id/timeline' })

export type OpenRequest = Awaited<ReturnType<typeof loadRequest>>

/** Loads a request with its conversation. The request comes first, because listing the messages marks them as read. */
export async function loadRequest(api: Api, id: string) {
  const params = { id }
  const request = await api(REQUEST, { params })
  const [conversation, timeline] = await Promise.all([api(MESSAGES, { params, query: {} }), api(TIMELINE, { params, query: {} })])
  return { request, conversation, timeline }
}

/** Loads the request named in a list's URL. Returns undefined if it does not exist, so that the list still opens. */
export async function loadOpen(api: Api, id: string | undefined): Promise<OpenRequest | undefined> {
  if (id === undefined) return undefined
  try {
    return await loadRequest(api, id)
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}

/** The status of React Router's `data()`, which is also thrown. */
function dataStatus(error: unknown): unknown {
  const init = error instanceof Object && 'init' in error ? error.init : undefined
  return init instanceof Object && 'status' in init ? init.status : undefined
}

/** The page's API client throws a response for a 404. */
function isUnknown(error: unknown): boolean {
  const status = error instanceof ApiError || error instanceof Response ? error.status : dataStatus(error)
  return status === 400 || status === 404 || status === 422
}
