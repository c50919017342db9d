import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'
import { ShortcutHelp } from '#platform/web/shortcuts/shortcut-help.tsx'
import type { Theme } from '#platform/web/theme/theme.ts'
import { keepInView } from '#platform/web/ui/keep-in-view.ts'
import { Footer } from './footer.tsx'
import { Navigation, POPOVERS, STRIP } from './navigation.tsx'
import { OfflineNotice } from './offline.tsx'
import css from './shell.module.css'
import { useWorkplace } from './workplace/use-workplace.ts'

export interface ShellProps {
  brandName: string
  /** The https addresses of the shop's pages on social networks. */
  socialLinks: readonly string[]
  user: PageUser | null
  theme: Theme
  children: ReactNode
}

/** Where the skip link leads. The workplace has its own, beside the sidebar. */
const CONTENT = 'content'

/** The frame around every page. Each page renders its own <main>. */
export function Shell({ brandName, socialLinks, user, theme, children }: ShellProps) {
  usePageChange()
  const workplace = useWorkplace()
  return (
    <>
      <a href={`#${CONTENT}`} className={css['skip']}>
        Skip to content
      </a>
      <Navigation brandName={brandName} user={user} theme={theme} />
      {workplace ? (
        children
      ) : (
        <div id={CONTENT} tabIndex={-1} className={css['content']}>
          {children}
        </div>
      )}
      <Footer brandName={brandName} socialLinks={socialLinks} theme={theme} />
      <OfflineNotice />
      <ShortcutHelp />
    </>
  )
}

/** After a navigation: closes the menus, scrolls the current navigation link into view, and moves the focus to the content, as a full page load would. */
function usePageChange() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    const strip = document.getElementById(STRIP)
    const current = strip?.querySelector('[aria-current]')
    if (strip && current) keepInView(strip, current)
    // On the first page, a menu that was opened before hydration stays open.
    if (last.current === pathname) return
    last.current = pathname
    for (const id of POPOVERS) document.getElementById(id)?.hidePopover?.()
    document.getElementById(CONTENT)?.focus({ preventScroll: true })
  }, [pathname])
}
