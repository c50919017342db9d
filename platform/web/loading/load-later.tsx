import { type ComponentType, lazy, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { toast } from '../ui/feedback/toaster.tsx'

/** The connection is bad, or a new version has replaced the code: only a reload helps then. */
const NOT_LOADED = 'This could not be loaded. Please try again, or reload the page.'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>
type Code<Props> = {
  /** The code that is shown now: loading, loaded, or missing. */
  shown(): ComponentType<Props>
  /** Calls back when the code is tried again. Returns a function that stops listening. */
  listen(listener: () => void): () => void
}
/** What a dialog has. */
type Closing = { open?: boolean; onClose?: () => void }

/**
 * Returns a component whose code is loaded when it is first shown, inside a <Suspense>. If the code cannot be loaded, the page stays: nothing is
 * shown in its place, and a dialog closes and says why. It is tried again when the browser is back online, and the next time it is shown.
 */
export function loadLater<Props extends object>(load: Load<Props>): (props: Props) => ReactNode {
  const code = openCode(load)
  return (props) => <Loaded code={code} props={props} />
}

function Loaded<Props extends object>({ code, props }: { code: Code<Props>; props: Props }) {
  const Shown = useSyncExternalStore(code.listen, code.shown, code.shown)
  return <Shown {...props} />
}

function openCode<Props extends object>(load: Load<Props>): Code<Props> {
  const listeners = new Set<() => void>()
  const start = (): ComponentType<Props> => {
    const started: ComponentType<Props> = lazy(() =>
      load().catch((error: unknown) => {
        console.error(error)
        return { default: (props: Closing) => <Missing {...props} onRetry={() => retry(started)} /> }
      })
    )
    return started
  }
  // Many may be shown at the same time. The first one that tries again does so for all.
  const retry = (failed: ComponentType<Props>) => {
    if (shown !== failed) return
    shown = start()
    for (const listener of listeners) listener()
  }
  let shown = start()
  return {
    shown: () => shown,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

/** Stands for code that could not be loaded. */
function Missing({ open = true, onClose, onRetry }: Closing & { onRetry: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function at each rendering, which does the same.
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => {
      removeEventListener('online', onRetry)
      onRetry()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening, and onClose may be another function at each rendering.
  useEffect(() => {
    if (!open || !onClose) return
    toast(NOT_LOADED, 'bad')
    onClose()
    // It may stay mounted while it is closed.
    onRetry()
  }, [open])
  return null
}
