import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { BlockedFile, listMessages, Message, markRead } from '../../conversation.contract.ts'
import { followRequest, type LiveState } from './live-events.ts'
import { firstUnread, mergeMessages } from './merge-messages.ts'

const MESSAGES = route<typeof listMessages>({ method: 'GET', path: '/custom-requests/:id/messages' })
const READ = route<typeof markRead>({ method: 'POST', path: '/custom-requests/:id/read' })

export type Start = { items: Message[]; more: boolean; position: number; blocked: BlockedFile[] }
type Asked = { request_id: string; me: string; start: Start; unread: number; onLive: () => void }

/** The messages from the page, the event stream, the reader's own sending, and earlier pages on demand. */
export function useConversation({ request_id, me, start, unread, onLive }: Asked) {
  const [messages, setMessages] = useState(start.items)
  const [more, setMore] = useState(start.more)
  const [state, setState] = useState<LiveState>('connecting')
  const [divider, setDivider] = useState(() => firstUnread(start.items, me, unread))
  const { revalidate } = useRevalidator()
  const from = useRef(start.position)
  const add = useCallback((found: readonly Message[]) => setMessages((known) => mergeMessages(known, found)), [])
  const readUpTo = useRead(request_id)

  useEffect(() => add(start.items), [start, add])

  const taken = useEffectEvent((message: Message) => {
    add([message])
    if (message.author_id === me) return
    if (document.hidden) setDivider((before) => before ?? message.position)
    readUpTo(message.position)
  })
  const changed = useEffectEvent(() => void revalidate())
  const turned = useEffectEvent((next: LiveState) => {
    setState(next)
    if (next === 'live') onLive()
  })
  useEffect(
    () =>
      followRequest(request_id, from.current, {
        onMessage: (message) => taken(message),
        onChange: () => changed(),
        onState: (next) => turned(next)
      }),
    [request_id]
  )

  const loadEarlier = async () => {
    const before = messages[0]?.position
    const { items, more } = await browserApi()(MESSAGES, { params: { id: request_id }, query: before === undefined ? {} : { before } })
    add(items)
    setMore(more)
  }
  return { messages, more, state, divider, add, loadEarlier, seenAll: () => setDivider(undefined) }
}

/** Marks messages as read while the window is visible. A background window waits. */
function useRead(id: string) {
  const newest = useRef(0)
  const said = useRef(0)
  const say = useCallback(() => {
    if (document.hidden || newest.current <= said.current) return
    said.current = newest.current
    // Marked with the next message, or on the next visit.
    browserApi()(READ, { params: { id }, body: { position: newest.current } }).catch(() => {})
  }, [id])
  useEffect(() => {
    document.addEventListener('visibilitychange', say)
    return () => document.removeEventListener('visibilitychange', say)
  }, [say])
  return (position: number) => {
    newest.current = Math.max(newest.current, position)
    say()
  }
}
