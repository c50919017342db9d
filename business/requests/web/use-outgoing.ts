import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { Attachment, Message, sendMessage } from '../contract.ts'

const SEND = route<typeof sendMessage>({ method: 'POST', path: '/custom-requests/:id/messages' })
export const NOT_SENT = 'Not sent yet. It is tried again as soon as the connection is back.'

/** A message on its way; its key sends it once, however often it is tried. */
export type Outgoing = {
  key: string
  body: string
  attachments: Attachment[]
  state: 'sending' | 'failed'
  error?: string
  /** The server refused it: trying again by itself would not help. */
  isRefused?: boolean
}

/** In order, one at a time. What is not sent stays in its place, over a reload too, and is tried again when asked or once the connection is back. */
export function useOutgoing({ request_id, me, onSent }: { request_id: string; me: string; onSent: (message: Message) => void }) {
  const place = `easel.outgoing.${me}.${request_id}`
  const [list, setList] = useState<Outgoing[]>([])
  const latest = useRef<Outgoing[]>([])
  const chain = useRef<Promise<void>>(Promise.resolve())

  const change = useCallback(
    (next: (before: Outgoing[]) => Outgoing[]) => {
      latest.current = next(latest.current)
      setList(latest.current)
      keep(place, latest.current)
    },
    [place]
  )
  const set = useCallback(
    (key: string, changes: Partial<Outgoing>) => change((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one))),
    [change]
  )
  const deliver = async (key: string): Promise<void> => {
    const one = latest.current.find((known) => known.key === key)
    if (!one) return
    set(key, { state: 'sending' })
    try {
      const body = { body: one.body, attachment_ids: one.attachments.map(({ id }) => id), client_key: key }
      const message = await browserApi()(SEND, { params: { id: request_id }, body })
      onSent(message)
      change((before) => before.filter((known) => known.key !== key))
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
      set(key, { state: 'failed', isRefused, error: error instanceof ApiError && error.status < 500 ? error.message : NOT_SENT })
    }
  }
  const queue = (key: string) => {
    chain.current = chain.current.then(() => deliver(key))
  }

  useEffect(() => {
    latest.current = kept(place)
    setList(latest.current)
  }, [place])

  return {
    list,
    send: (body: string, attachments: Attachment[]) => {
      const key = crypto.randomUUID()
      change((before) => [...before, { key, body, attachments, state: 'sending' }])
      queue(key)
    },
    retry: queue,
    retryAll: () => {
      for (const { key, state, isRefused } of latest.current) if (state === 'failed' && !isRefused) queue(key)
    },
    drop: (key: string) => change((before) => before.filter((one) => one.key !== key))
  }
}

function keep(place: string, list: readonly Outgoing[]): void {
  try {
    if (list.length > 0) sessionStorage.setItem(place, JSON.stringify(list))
    else sessionStorage.removeItem(place)
  } catch {
    // Full or closed: it lives as long as the page.
  }
}

/** What was on its way when the page was left may have arrived: tried again, the key tells. */
function kept(place: string): Outgoing[] {
  try {
    const list = JSON.parse(sessionStorage.getItem(place) ?? '[]') as Outgoing[]
    return list.map((one) => ({ ...one, state: 'failed', error: one.error ?? NOT_SENT }))
  } catch {
    return []
  }
}
