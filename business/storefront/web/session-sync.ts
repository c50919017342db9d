import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { carrySession } from '#accounts/contract.ts'
import { route } from '#platform/web/api.ts'
import { browserApi, clearSession, endSession, readToken, storePerson, watchSession } from '#platform/web/browser.ts'
import type { PageUser } from '#platform/web/page.ts'

const CARRY_SESSION = route<typeof carrySession>({ method: 'POST', path: '/auth/session' })

/** Login and logout in one tab refresh the others, and the browser's storage follows what the server says. */
export function useSessionSync(user: PageUser | null): void {
  const { revalidate } = useRevalidator()
  const id = user?.id ?? null
  const known = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (user) storePerson(user)
    else if (known.current) endSession()
    // At the first look a token may still stand for a session whose cookie the browser has lost.
    else if (known.current === undefined && readToken()) void carry(revalidate)
    else clearSession()
    known.current = id
  }, [user, id, revalidate])
  useEffect(() => watchSession(id, () => void revalidate()), [id, revalidate])
}

async function carry(onSignedIn: () => Promise<void>): Promise<void> {
  const { user } = await browserApi()(CARRY_SESSION, {}).catch(() => ({ user: null }))
  if (user) await onSignedIn()
  else clearSession()
}
