import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { Message, readRequest } from '../contract.ts'

const REQUEST = route<typeof readRequest>({ method: 'GET', path: '/custom-requests/:id' })
const LONGEST_WAIT_MS = 15_000

/** `shut`: the request is gone, or no longer one's own to read. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'shut'
type Handlers = {
  onMessage: (message: Message) => void
  /** Anything else happened to the request. */
  onChange: () => void
  onState: (state: LiveState) => void
}

/**
 * Follows a request from a position on. A browser connects again by itself after a broken connection, and says what it got last; where it
 * gives up (an answer that is no stream, as of a process that starts), it is opened anew from the last event. Answers what ends it.
 */
export function followRequest(request_id: string, after: number, { onMessage, onChange, onState }: Handlers): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let position = after
  let tries = 0
  let isOver = false

  const heard = (take: (data: string) => void) => (event: MessageEvent<string>) => {
    position = Math.max(position, Number(event.lastEventId) || 0)
    take(event.data)
  }

  function open(): void {
    clearTimeout(timer)
    source?.close()
    source = new EventSource(`/api/custom-requests/${encodeURIComponent(request_id)}/events?after=${position}`)
    source.onopen = () => {
      tries = 0
      onState('live')
    }
    source.onerror = () => {
      if (isOver) return
      onState('reconnecting')
      if (source?.readyState === EventSource.CLOSED) void openLater()
    }
    source.addEventListener(
      'message',
      heard((data) => onMessage(JSON.parse(data) as Message))
    )
    for (const name of ['status', 'assignment', 'edited'])
      source.addEventListener(
        name,
        heard(() => onChange())
      )
  }

  async function openLater(): Promise<void> {
    const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** tries)
    tries += 1
    if (await isShut(request_id)) {
      if (!isOver) onState('shut')
      return
    }
    if (!isOver) timer = setTimeout(open, wait)
  }

  const openNow = () => {
    if (source?.readyState !== EventSource.OPEN) open()
  }
  open()
  addEventListener('online', openNow)
  return () => {
    isOver = true
    clearTimeout(timer)
    removeEventListener('online', openNow)
    source?.close()
  }
}

/** Whoever may no longer read it hears so; an answer that does not come says nothing. */
async function isShut(id: string): Promise<boolean> {
  try {
    await browserApi()(REQUEST, { params: { id } })
    return false
  } catch (error) {
    return error instanceof ApiError && [401, 403, 404].includes(error.status)
  }
}
