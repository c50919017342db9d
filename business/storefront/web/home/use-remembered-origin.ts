import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { rememberOrigin } from '#accounts/profile.contract.ts'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import { ORIGIN_COOKIE } from '../../explore.rules.ts'

const REMEMBER = route<typeof rememberOrigin>({ method: 'PUT', path: '/profile/remembered-origin' })
const YEAR_SECONDS = 31_536_000

/**
 * Remembers the origin that someone chooses or takes away on this page: on the account or, for visitors, in a cookie. The server reads it for
 * the next list. Other links keep the origin of the list, and one in an address that somebody shared is not a choice.
 */
export function useRememberedOrigin(shown: string, isSignedIn: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    const listen = (event: MouseEvent) => {
      const chosen = choiceOf(event.target)
      if (!chosen || chosen.origin === shown) return
      if (!isSignedIn) return rememberInBrowser(chosen.origin)
      const saved = rememberOnAccount(chosen.origin)
      if (chosen.origin !== '' || opensElsewhere(event)) return
      // The server would lead from the list without an origin back to the one that the account still has.
      event.preventDefault()
      void saved.then((isSaved) => isSaved && navigate(chosen.address, { preventScrollReset: true }))
    }
    // Before React Router asks for the list.
    document.addEventListener('click', listen, true)
    return () => document.removeEventListener('click', listen, true)
  }, [shown, isSignedIn, navigate])
}

/** The list to which a link on this page leads, and its origin. Undefined for anything else. */
function choiceOf(target: EventTarget | null): { address: string; origin: string } | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a[href]') : null
  if (!link || link.origin !== location.origin || link.pathname !== '/') return undefined
  return { address: link.pathname + link.search, origin: new URLSearchParams(link.search).get('origin') ?? '' }
}

const opensElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey || altKey

function rememberInBrowser(origin: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we serve
  document.cookie = `${ORIGIN_COOKIE}=${origin}; Path=/; Max-Age=${origin ? YEAR_SECONDS : 0}; SameSite=Lax`
}

/** The last choice is sent last, and so it is the one that stays. */
let sending: Promise<unknown> = Promise.resolve()

/** Returns whether it is saved. If not, the person has been told. */
function rememberOnAccount(origin: string): Promise<boolean> {
  const saved = sending
    .then(() => browserApi()(REMEMBER, { body: { origin: origin || null } }))
    .then(
      () => true,
      () => {
        toast('Your filter could not be remembered. Please try again.', 'bad')
        return false
      }
    )
  sending = saved
  return saved
}
