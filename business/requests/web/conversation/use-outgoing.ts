import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { Attachment, Message, sendMessage } from '../../conversation.contract.ts'

const SEND = route<typeof sendMessage>({ method: 'POST', path: '/custom-requests/:id/messages' })
const NOT_SENT = 'Not sent yet. We will try again automatically.'
const MAX_WAIT_MS = 15_000

/** A message that is being sent. Its key makes sure that retries send it only once. */
export type Outgoing = {
  key: string
  body: string
  attachments: Attachment[]
  state: 'sending' | 'failed'
  error?: string
  /** The server refused it, so retrying automatically would not help. */
  isRefused?: boolean
}

const nextOf = (list: readonly Outgoing[]): Outgoing | undefined => list.find(({ isRefused }) => !isRefused)

/** Sends messages in order, one at a time. Unsent messages survive a reload and are retried until they are sent or refused. */
export function useOutgoing({ request_id, me, onSent }: { request_id: string; me: string; onSent: (message: Message) => void }) {
  const storageKey = `easel.outgoing.${me}.${request_id}`
  const [list, setList] = useState<Outgoing[]>([])
  const latest = useRef<Outgoing[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isRunning = useRef(false)
  const isMounted = useRef(true)
  const tries = useRef(0)

  const change = useCallback(
    (next: (before: Outgoing[]) => Outgoing[]) => {
      latest.current = next(latest.current)
      setList(latest.current)
      store(storageKey, latest.current)
    },
    [storageKey]
  )
  const set = useCallback(
    (key: string, changes: Partial<Outgoing>) => change((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one))),
    [change]
  )
  /** Returns true when the message was sent or refused, and false when it must be retried. */
  const deliver = async ({ key, body, attachments }: Outgoing): Promise<boolean> => {
    set(key, { state: 'sending' })
    try {
      const sent = { body, attachment_ids: attachments.map(({ id }) => id), client_key: key }
      onSent(await browserApi()(SEND, { params: { id: request_id }, body: sent }))
      change((before) => before.filter((one) => one.key !== key))
      return true
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.status < 500
      // Beyond a limit it is retried, and the server says how long that may take.
      const isRefused = isAnswered && error.status !== 429
      set(key, { state: 'failed', isRefused, error: isAnswered ? error.message : NOT_SENT })
      return isRefused
    }
  }
  const deliverAll = async (): Promise<void> => {
    for (let next = nextOf(latest.current); next; next = nextOf(latest.current)) {
      const isDone = await deliver(next)
      tries.current = isDone ? 0 : tries.current + 1
      if (!isDone) return
    }
  }
  /** Sends one message after the other. A message that fails holds back the ones after it and is retried later. */
  const run = async (): Promise<void> => {
    clearTimeout(timer.current)
    if (isRunning.current) return
    isRunning.current = true
    await deliverAll()
    isRunning.current = false
    if (!isMounted.current || !nextOf(latest.current)) return
    timer.current = setTimeout(() => void run(), Math.min(MAX_WAIT_MS, 1000 * 2 ** tries.current))
  }

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      clearTimeout(timer.current)
    }
  }, [])
  useEffect(() => {
    latest.current = load(storageKey)
    setList(latest.current)
  }, [storageKey])

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
    /** Retries now instead of later, for example when the connection is back. */
    retryAll: () => void run(),
    drop: (key: string) => change((before) => before.filter((one) => one.key !== key))
  }
}

function store(key: string, list: readonly Outgoing[]): void {
  try {
    if (list.length > 0) sessionStorage.setItem(key, JSON.stringify(list))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is full or blocked, so the list only lives as long as the page.
  }
}

/** Loads unsent messages. Some may have arrived; the server recognizes them by their keys. */
function load(key: string): Outgoing[] {
  try {
    const list: Outgoing[] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return list.map((one) => ({ ...one, state: 'failed', error: one.error ?? NOT_SENT }))
  } catch {
    return []
  }
}
