import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { carrySession } from '#accounts/contract.ts'
import { route } from '#platform/web/api.ts'
import { browserApi, clearSession, endSession, forgetToken, readToken, storePerson, watchSession } from '#platform/web/browser.ts'
import type { PageUser } from '#platform/web/page.ts'

const CARRY_SESSION = route<typeof carrySession>({ method: 'POST', path: '/auth/session' })

/** Keeps the browser's storage in step with the server's answer, and reloads the page's data after a login or logout in any tab. */
export function useSessionSync(user: PageUser | null): void {
  const { revalidate } = useRevalidator()
  const id = user?.id ?? null
  const known = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (user) storePerson(user)
    else if (known.current) endSession()
    // On the first render, a stored token may belong to a session whose cookie this browser has lost.
    else if (known.current === undefined && readToken()) void exchangeTokens(revalidate)
    else clearSession()
    known.current = id
  }, [user, id, revalidate])
  useEffect(() => watchSession(id, () => void revalidate()), [id, revalidate])
}

/**
 * Exchanges a stored token for the session cookie; the page's data is then reloaded, which takes /login to its `next`. Tokens that are
 * no longer valid are cleared. If no answer arrives, the token is kept for the next page.
 */
async function exchangeTokens(onSignedIn: () => Promise<void>): Promise<void> {
  for (let token = readToken(); token; token = readToken()) {
    const answer = await browserApi()(CARRY_SESSION, {}).catch(() => undefined)
    if (!answer) return
    if (answer.user) return onSignedIn()
    forgetToken(token)
    if (readToken() === token) return
  }
  clearSession()
}
