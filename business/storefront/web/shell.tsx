import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import type { Theme } from '#platform/web/theme/theme.ts'
import { Footer } from './footer.tsx'
import { Navigation, POPOVERS, STRIP } from './navigation.tsx'
import { OfflineNotice } from './offline.tsx'
import css from './shell.module.css'

export interface ShellProps {
  brandName: string
  user: PageUser | null
  theme: Theme
  children: ReactNode
}

/** What stands around every page; the page brings its own <main>. */
export function Shell({ brandName, user, theme, children }: ShellProps) {
  const content = useArrival()
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <a href="#content" className={css['skip']}>
        Skip to content
      </a>
      {busy && <div className={css['busy']} role="progressbar" aria-label="Loading" />}
      <Navigation brandName={brandName} user={user} theme={theme} />
      <div id="content" ref={content} tabIndex={-1} className={css['content']}>
        {children}
      </div>
      <Footer brandName={brandName} theme={theme} />
      <OfflineNotice />
    </>
  )
}

/** On a new page the menus close, its own link is in sight, and the focus goes to its beginning, as if the browser had loaded it. */
function useArrival() {
  const content = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    for (const id of POPOVERS) document.getElementById(id)?.hidePopover?.()
    document.getElementById(STRIP)?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (last.current !== pathname) content.current?.focus({ preventScroll: true })
    last.current = pathname
  }, [pathname])
  return content
}
