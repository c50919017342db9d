import { type Dispatch, useCallback, useEffect, useReducer, useRef } from 'react'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { retryFile, uploadProgress } from '../contract.ts'
import { WORDS } from '../rules.ts'
import { type Change, change, type Draft, type DraftFile, filesOf, nextToSend } from './batch.ts'
import { sendForm, UploadRefused } from './send-file.ts'

const PROGRESS = route<typeof uploadProgress>({ method: 'GET', path: '/uploads/:file_id/progress' })
const RETRY = route<typeof retryFile>({ method: 'POST', path: '/uploads/:file_id/retry' })
const ASKED_EVERY_MS = 1500
const ASKED_AT_ONCE = 4
const LONGEST_WAIT_MS = 30_000
/** No answer, or one of a proxy whose server is just starting again: the same call is sent again, and makes nothing twice. */
const PASSING = [0, 502, 503, 504]

export type Batch = {
  drafts: readonly Draft[]
  dispatch: Dispatch<Change>
  /** Sends a file again that was refused, or has one processed again that failed. */
  retry: (file: DraftFile) => void
  /** Stops the sending of these and takes them out. */
  remove: (keys: readonly string[]) => void
}

/** The drafts of this page and their way to the server. */
export function useBatch(): Batch {
  const [drafts, dispatch] = useReducer(change, [])
  const stops = useRef(new Map<string, AbortController>())
  useEffect(() => {
    for (const { draft, file } of nextToSend(drafts)) {
      const stop = new AbortController()
      stops.current.set(file.key, stop)
      dispatch({ is: 'file', key: file.key, file: { state: 'sending', done: 0, error: undefined } })
      void send(draft, file, { dispatch, signal: stop.signal })
    }
  }, [drafts])
  useEffect(() => {
    const started = stops.current
    return () => {
      for (const stop of started.values()) stop.abort()
    }
  }, [])
  useConnection(drafts, dispatch)
  useProgress(drafts, dispatch)
  const remove = useCallback((keys: readonly string[]) => {
    for (const key of keys) stops.current.get(key)?.abort()
    dispatch({ is: 'remove', keys })
  }, [])
  const retry = useCallback((file: DraftFile) => void again(file, dispatch), [])
  return { drafts, dispatch, retry, remove }
}

type Way = { dispatch: Dispatch<Change>; signal: AbortSignal }

async function send(draft: Draft, { key, file, lost }: DraftFile, { dispatch, signal }: Way): Promise<void> {
  const tell = (told: Partial<DraftFile>) => dispatch({ is: 'file', key, file: told })
  const { id: asset_id, title, description, category, tags } = draft
  try {
    const onProgress = (done: number) => tell({ done })
    const { id, status, progress } = await sendForm(
      '/uploads/new-asset',
      { asset_id, title, description, category, tags },
      { file, onProgress, signal }
    )
    tell({ state: status, file_id: id, done: progress / 100, lost: 0 })
  } catch (error) {
    if (signal.aborted) return
    const isPassing = error instanceof UploadRefused && PASSING.includes(error.status)
    if (isPassing) tell({ state: 'lost', lost: lost + 1 })
    else tell({ state: 'refused', error: error instanceof UploadRefused ? error.message : WORDS.upload_failed })
  }
}

async function again({ key, file_id }: DraftFile, dispatch: Dispatch<Change>): Promise<void> {
  if (!file_id) return dispatch({ is: 'file', key, file: { state: 'waiting', done: 0, error: undefined } })
  const params = { file_id }
  dispatch({ is: 'file', key, file: { state: 'processing', done: 0, error: undefined } })
  try {
    await browserApi()(RETRY, { params })
  } catch (error) {
    dispatch({ is: 'file', key, file: { state: 'failed', error: error instanceof Error ? error.message : WORDS.upload_failed } })
  }
}

/** What lost its connection is sent again: at once when the browser is back on the network, else after ever longer waits. */
function useConnection(drafts: readonly Draft[], dispatch: Dispatch<Change>): void {
  const lost = filesOf(drafts).filter(({ state }) => state === 'lost')
  const keys = lost.map(({ key }) => key).join()
  const tries = Math.max(0, ...lost.map((file) => file.lost))
  useEffect(() => {
    if (!keys) return
    const resume = () => {
      for (const key of keys.split(',')) dispatch({ is: 'file', key, file: { state: 'waiting', done: 0 } })
    }
    const timer = setTimeout(resume, Math.min(LONGEST_WAIT_MS, 1000 * 2 ** tries))
    addEventListener('online', resume)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', resume)
    }
  }, [keys, tries, dispatch])
}

/** Asks for the first few that are being processed: they are done in this order. */
function useProgress(drafts: readonly Draft[], dispatch: Dispatch<Change>): void {
  const waiting = filesOf(drafts).filter(({ state }) => state === 'processing')
  const asked = waiting.slice(0, ASKED_AT_ONCE).map(({ key, file_id }) => `${key} ${file_id}`)
  const list = asked.join()
  useEffect(() => {
    if (!list) return
    const ask = async (key: string, file_id: string) => {
      const answer = await browserApi()(PROGRESS, { params: { file_id } }).catch(() => undefined)
      if (answer)
        dispatch({ is: 'file', key, file: { state: answer.status, done: answer.progress / 100, error: answer.failure ?? undefined } })
    }
    const timer = setInterval(() => {
      for (const [key, file_id] of list.split(',').map((pair) => pair.split(' '))) void ask(key!, file_id!)
    }, ASKED_EVERY_MS)
    return () => clearInterval(timer)
  }, [list, dispatch])
}
