import { useEffect, useSyncExternalStore } from 'react'
import { IconAlert } from '#platform/web/ui/icons.ts'
import css from './offline.module.css'

function watch(onChange: () => void): () => void {
  for (const name of ['online', 'offline']) addEventListener(name, onChange)
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, onChange)
  }
}

/** Whether the browser knows of a connection; drawn by the server it counts as there. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true
  )

/** A link to a page that cannot be fetched would take this one away, with what was typed in it. */
function holdLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.hasAttribute('download') || link.target === '_blank' || !link.protocol.startsWith('http')) return
  const [wanted, here] = [link, location].map(({ origin, pathname, search }) => `${origin}${pathname}${search}`)
  if (wanted === here && link.hash !== '') return
  hold(event)
}

/** So would a search. What is sent with POST says itself that it was not sent, and forms without a method do their own work in the browser. */
function holdSearch(event: SubmitEvent): void {
  if (event.target instanceof Element && event.target.getAttribute('method') === 'get') hold(event)
}

function hold(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Stays while there is no connection, and goes by itself; until then links and searches lead nowhere. */
export function OfflineNotice() {
  const isOnline = useOnline()
  useEffect(() => {
    if (isOnline) return undefined
    document.addEventListener('click', holdLink, true)
    document.addEventListener('submit', holdSearch, true)
    return () => {
      document.removeEventListener('click', holdLink, true)
      document.removeEventListener('submit', holdSearch, true)
    }
  }, [isOnline])
  return (
    <div aria-live="polite" className={isOnline ? undefined : css['notice']}>
      {!isOnline && (
        <>
          <IconAlert size={18} aria-hidden="true" />
          <span>You are offline. What is on this page stays, and so does what you typed; send it when you are back.</span>
        </>
      )}
    </div>
  )
}
