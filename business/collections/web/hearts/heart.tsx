import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { loadLater } from '#platform/web/loading/load-later.tsx'

/** Loaded when the page has nothing else to do. */
const HeartButton = loadLater(() => import('./heart-button.tsx'))

type HeartProps = {
  asset_id: string
  title: string
  className?: string | undefined
  /** Shows a word beside the heart. */
  isWide?: boolean
  /** What stands for the heart until it is there. */
  waiting?: ReactNode
}

/**
 * The heart of a work. The pages that visitors share are the same for everyone, so the heart and whether it is filled come later, by the
 * browser.
 */
export function Heart({ waiting = null, ...props }: HeartProps) {
  const isLate = useSyncExternalStore(listen, () => late, onServer)
  if (!isLate) return waiting
  return (
    <Suspense fallback={waiting}>
      <HeartButton {...props} />
    </Suspense>
  )
}

let late = false
const listeners = new Set<() => void>()
const onServer = () => false
const WAIT_MS = 2_000

/** The first heart on the page starts the wait. */
function listen(listener: () => void): () => void {
  if (listeners.size === 0 && !late) whenIdle()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function whenIdle(): void {
  const begin = () => {
    late = true
    for (const listener of listeners) listener()
  }
  // Safari has no idle callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: WAIT_MS })
  else setTimeout(begin, WAIT_MS / 10)
}
