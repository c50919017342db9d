import { useEffect, useSyncExternalStore } from 'react'
import { IconAlert } from '#platform/web/ui/icons.ts'
import css from './offline.module.css'

function watch(onChange: () => void): () => void {
  for (const name of ['online', 'offline']) addEventListener(name, onChange)
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, onChange)
  }
}

/** Returns whether the browser is online. Server rendering assumes that it is. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true
  )

/** Blocks links to other pages, because a failed navigation would discard the current page and its unsaved text. */
function blockLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.hasAttribute('download') || link.target === '_blank' || !link.protocol.startsWith('http')) return
  const [target, current] = [link, location].map(({ origin, pathname, search }) => `${origin}${pathname}${search}`)
  if (target === current && link.hash !== '') return
  block(event)
}

/** Blocks GET forms for the same reason. POST forms report a failed request themselves. */
function blockSearch(event: SubmitEvent): void {
  if (event.target instanceof Element && event.target.getAttribute('method') === 'get') block(event)
}

function block(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Shown while the browser is offline. Meanwhile, links and searches are blocked. */
export function OfflineNotice() {
  const isOnline = useOnline()
  useEffect(() => {
    if (isOnline) return undefined
    document.addEventListener('click', blockLink, true)
    document.addEventListener('submit', blockSearch, true)
    return () => {
      document.removeEventListener('click', blockLink, true)
      document.removeEventListener('submit', blockSearch, true)
    }
  }, [isOnline])
  return (
    <div aria-live="polite" className={isOnline ? undefined : css['notice']}>
      {!isOnline && (
        <>
          <IconAlert size={18} aria-hidden="true" />
          <span>You are offline. This page and everything you typed will stay. You can send it when you are back online.</span>
        </>
      )}
    </div>
  )
}
