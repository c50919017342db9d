import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { readRequest } from '../../contract.ts'
import type { Message } from '../../conversation.contract.ts'

const REQUEST = route<typeof readRequest>({ method: 'GET', path: '/custom-requests/:id' })
const LONGEST_WAIT_MS = 15_000

/** `closed` means that the request was deleted or the reader lost access. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'closed'
type Handlers = {
  onMessage: (message: Message) => void
  /** Called for every other event of the request. */
  onChange: () => void
  onState: (state: LiveState) => void
}

/**
 * Follows a request's events from a position on. The browser reconnects automatically and sends the last event ID. When it gives up, for example
 * because a starting process did not respond with a stream, the stream is opened again from the last event. Returns a function that stops.
 */
export function followRequest(request_id: string, after: number, { onMessage, onChange, onState }: Handlers): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let position = after
  let tries = 0
  let isOver = false

  const onEvent = (take: (data: string) => void) => (event: MessageEvent<string>) => {
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
      onEvent((data) => onMessage(JSON.parse(data)))
    )
    for (const name of ['status', 'assignment', 'edited'])
      source.addEventListener(
        name,
        onEvent(() => onChange())
      )
  }

  async function openLater(): Promise<void> {
    const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** tries)
    tries += 1
    if (await isShut(request_id)) {
      if (!isOver) onState('closed')
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

/** Returns true only if the server says that the reader has no access. A network error does not. */
async function isShut(id: string): Promise<boolean> {
  try {
    await browserApi()(REQUEST, { params: { id } })
    return false
  } catch (error) {
    return error instanceof ApiError && [401, 403, 404].includes(error.status)
  }
}
