import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { Attachment, Message, sendMessage } from '../contract.ts'

const SEND = route<typeof sendMessage>({ method: 'POST', path: '/custom-requests/:id/messages' })
const NOT_SENT = 'Not sent yet. It is tried again by itself.'
const LONGEST_WAIT_MS = 15_000

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

const waiting = (list: readonly Outgoing[]): Outgoing | undefined => list.find(({ isRefused }) => !isRefused)

/** In order, one at a time. What is not sent stays in its place, over a reload too, and is tried again by itself until it is, or is refused. */
export function useOutgoing({ request_id, me, onSent }: { request_id: string; me: string; onSent: (message: Message) => void }) {
  const place = `easel.outgoing.${me}.${request_id}`
  const [list, setList] = useState<Outgoing[]>([])
  const latest = useRef<Outgoing[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isRunning = useRef(false)
  const isHere = useRef(true)
  const tries = useRef(0)

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
  /** Whether it is settled: sent, or refused for good. */
  const deliver = async ({ key, body, attachments }: Outgoing): Promise<boolean> => {
    set(key, { state: 'sending' })
    try {
      const sent = { body, attachment_ids: attachments.map(({ id }) => id), client_key: key }
      onSent(await browserApi()(SEND, { params: { id: request_id }, body: sent }))
      change((before) => before.filter((one) => one.key !== key))
      return true
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
      set(key, { state: 'failed', isRefused, error: isRefused ? error.message : NOT_SENT })
      return isRefused
    }
  }
  /** One after the other: what is not through holds back those behind it, and is tried again after a while. */
  const run = async (): Promise<void> => {
    clearTimeout(timer.current)
    if (isRunning.current) return
    isRunning.current = true
    for (let next = waiting(latest.current); next; next = waiting(latest.current)) {
      const isSettled = await deliver(next)
      tries.current = isSettled ? 0 : tries.current + 1
      if (!isSettled) break
    }
    isRunning.current = false
    if (isHere.current && waiting(latest.current)) timer.current = setTimeout(run, Math.min(LONGEST_WAIT_MS, 1000 * 2 ** tries.current))
  }

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      clearTimeout(timer.current)
    }
  }, [])
  useEffect(() => {
    latest.current = kept(place)
    setList(latest.current)
  }, [place])

  return {
    list,
    send: (body: string, attachments: Attachment[]) => {
      change((before) => [...before, { key: crypto.randomUUID(), body, attachments, state: 'sending' }])
      void run()
    },
    retry: (key: string) => {
      set(key, { isRefused: false })
      void run()
    },
    /** Now rather than later, as when the connection is back. */
    retryAll: () => void run(),
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
