import { type Dispatch, useCallback, useEffect, useReducer, useRef } from 'react'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { retryFile, uploadProgress } from '../../contract.ts'
import { MESSAGES } from '../../rules.ts'
import { storeLastCreatedAsset } from '../last-created-asset.ts'
import { sendForm, UploadRefused } from '../send-file.ts'
import { type Change, change, type Draft, type DraftFile, filesOf, nextToSend, wordsOf } from './batch.ts'

const PROGRESS = route<typeof uploadProgress>({ method: 'GET', path: '/uploads/:file_id/progress' })
const RETRY = route<typeof retryFile>({ method: 'POST', path: '/uploads/:file_id/retry' })
const POLL_INTERVAL_MS = 1500
const POLLED_AT_ONCE = 4
const BACKOFF_MAX_MS = 30_000
/** No response, or a proxy whose server is restarting. The call is repeated, which is safe because it is idempotent. */
const TEMPORARY = [0, 502, 503, 504]

export type Batch = {
  drafts: readonly Draft[]
  dispatch: Dispatch<Change>
  /** Uploads a refused file again, or processes a failed one again. */
  retry: (file: DraftFile) => void
  /** Cancels the upload of these files and removes them. */
  remove: (keys: readonly string[]) => void
}

/** The drafts of this page and their uploads. */
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
  const retry = useCallback((file: DraftFile) => void retryUpload(file, dispatch), [])
  return { drafts, dispatch, retry, remove }
}

type Target = { dispatch: Dispatch<Change>; signal: AbortSignal }

async function send(draft: Draft, { key, file, lost }: DraftFile, { dispatch, signal }: Target): Promise<void> {
  const update = (change: Partial<DraftFile>) => dispatch({ is: 'file', key, file: change })
  const asset_id = draft.id
  try {
    const onProgress = (done: number) => update({ done })
    const { id, status, progress } = await sendForm('/uploads/new-asset', { asset_id, ...wordsOf(draft) }, { file, onProgress, signal })
    storeLastCreatedAsset(asset_id)
    update({ state: status, file_id: id, done: progress / 100, lost: 0 })
  } catch (error) {
    if (signal.aborted) return
    const isTemporary = error instanceof UploadRefused && TEMPORARY.includes(error.status)
    if (isTemporary) update({ state: 'lost', lost: lost + 1 })
    else update({ state: 'refused', error: error instanceof UploadRefused ? error.message : MESSAGES.upload_failed })
  }
}

async function retryUpload({ key, file_id }: DraftFile, dispatch: Dispatch<Change>): Promise<void> {
  if (!file_id) return dispatch({ is: 'file', key, file: { state: 'waiting', done: 0, error: undefined } })
  const params = { file_id }
  dispatch({ is: 'file', key, file: { state: 'processing', done: 0, error: undefined } })
  try {
    await browserApi()(RETRY, { params })
  } catch (error) {
    dispatch({ is: 'file', key, file: { state: 'failed', error: error instanceof Error ? error.message : MESSAGES.upload_failed } })
  }
}

/** Resends files whose connection was lost, as soon as the browser is back online or after increasing delays. */
function useConnection(drafts: readonly Draft[], dispatch: Dispatch<Change>): void {
  const lost = filesOf(drafts).filter(({ state }) => state === 'lost')
  const keys = lost.map(({ key }) => key).join()
  const tries = Math.max(0, ...lost.map((file) => file.lost))
  useEffect(() => {
    if (!keys) return
    const resume = () => {
      for (const key of keys.split(',')) dispatch({ is: 'file', key, file: { state: 'waiting', done: 0 } })
    }
    const timer = setTimeout(resume, Math.min(BACKOFF_MAX_MS, 1000 * 2 ** tries))
    addEventListener('online', resume)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', resume)
    }
  }, [keys, tries, dispatch])
}

/** Polls the progress of the first few files that are being processed. They finish in this order. */
function useProgress(drafts: readonly Draft[], dispatch: Dispatch<Change>): void {
  const waiting = filesOf(drafts).filter(({ state }) => state === 'processing')
  const polled = waiting.slice(0, POLLED_AT_ONCE).map(({ key, file_id }) => `${key} ${file_id}`)
  const list = polled.join()
  useEffect(() => {
    if (!list) return
    const poll = async (key: string, file_id: string) => {
      const answer = await browserApi()(PROGRESS, { params: { file_id } }).catch(() => undefined)
      if (answer)
        dispatch({ is: 'file', key, file: { state: answer.status, done: answer.progress / 100, error: answer.failure ?? undefined } })
    }
    const timer = setInterval(() => {
      for (const [key = '', file_id = ''] of list.split(',').map((pair) => pair.split(' '))) void poll(key, file_id)
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [list, dispatch])
}
