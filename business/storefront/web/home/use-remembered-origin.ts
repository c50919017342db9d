import { useEffect } from 'react'
import { ORIGIN_COOKIE } from '../../explore.rules.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Remembers the origin that someone chooses or takes away on this page, in a cookie that the server reads for the next list. Other links keep
 * the origin of the list, and one in an address that somebody shared is not a choice.
 */
export function useRememberedOrigin(shown: string): void {
  useEffect(() => {
    const listen = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a[href]') : null
      if (!link || link.origin !== location.origin || link.pathname !== '/') return
      const origin = new URLSearchParams(link.search).get('origin') ?? ''
      if (origin !== shown) remember(origin)
    }
    // Before React Router asks for the list.
    document.addEventListener('click', listen, true)
    return () => document.removeEventListener('click', listen, true)
  }, [shown])
}

function remember(origin: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we serve
  document.cookie = `${ORIGIN_COOKIE}=${origin}; Path=/; Max-Age=${origin ? YEAR_SECONDS : 0}; SameSite=Lax`
}
